"""The environment of the card game."""
