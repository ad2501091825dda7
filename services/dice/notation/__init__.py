"""Dice notation: its parser, its rolls, and its exact odds."""
