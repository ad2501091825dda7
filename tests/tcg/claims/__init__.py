"""Compares the claims of a card's printed text, taken literally, with the card's effects."""
