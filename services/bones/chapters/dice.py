"""Dice that are people: what may stand on a die, checked face by face."""
