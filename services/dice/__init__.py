"""Dice of any kind: notation, symbol dice, pools, and tables on which every roll can be proven."""
