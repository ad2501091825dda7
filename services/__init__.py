"""The services: one package for each game, and the gateway in front of them."""
