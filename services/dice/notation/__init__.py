"""Dice notation: its parser, its rolls, and its exact odds.

Flat because each notation passes through the files one after another, from text to outcomes. The import
contract lists the files in this order.
"""
