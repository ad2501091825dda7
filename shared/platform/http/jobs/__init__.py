"""The routes of simulation jobs and of odds."""
