"""The pure core that all games share: no input or output, no clock, no randomness and no framework.

Flat because games import its modules by name. Each module covers one idea of a game.
"""
