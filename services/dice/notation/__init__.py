"""Dice notation: its parser, its rolls, and its exact odds.

Flat because each notation passes through the files one after another, from text to outcomes, in the order that the
import contract lists.
"""
