"""Dice notation: its parser, its rolls, and its exact odds.

Flat because each notation passes through its files one after another, from text to outcome. The import
contract lists the files in this order.
"""
