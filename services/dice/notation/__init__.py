"""Dice notation: its parser, its rolls, and its exact odds.

Flat because a notation passes through the files one after another, from text to outcomes, as the import contract lists.
"""
