"""Tasks: what a creature tries, what the game master says of it, and what came of it."""
