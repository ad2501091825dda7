"""What writes files of the project: a new game, the contracts, the clients, the page and compiled rules."""
