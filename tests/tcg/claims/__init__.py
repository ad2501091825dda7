"""Compares each card's effects with the literal claims of its printed text."""
