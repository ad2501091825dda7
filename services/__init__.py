"""The services of Arbiter: one package for each game, and the gateway in front of them."""
