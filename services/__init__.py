"""What the games are: one package a game, and the gateway above them."""
