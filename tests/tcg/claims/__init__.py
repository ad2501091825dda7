"""Compares what a card's printed text claims, taken literally, with what the card does."""
