"""Dice thrown together, by what they come to: each pool knows its exact odds."""
