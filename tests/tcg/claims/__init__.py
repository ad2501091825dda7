"""Compares what a card's printed text claims, read from its words alone, with what the card does."""
