"""Dice notation: read, thrown, and its exact odds."""
