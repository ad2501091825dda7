"""The routes of simulation jobs and of exact odds."""
