"""Compares what a card's printed text claims, judged by its words alone, with what the card does."""
