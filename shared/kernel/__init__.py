"""The pure core that all games share: no input or output, no clock, no randomness and no framework.

The package is flat because games import its modules by name. Each module covers one idea of a game.
"""
