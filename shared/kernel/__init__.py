"""The pure core: what every game shares; it touches no I/O, clock, randomness or framework.

Flat because games import its modules by name, and each holds one idea of a game.
"""
