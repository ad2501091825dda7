"""Generators of project files: a new game, the contracts, the clients, the page and compiled rules."""
