"""Generators of project files: new games, the contracts, the clients, the page and compiled rules."""
