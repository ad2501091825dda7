"""The routes of simulations and odds."""
