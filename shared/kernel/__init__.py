"""The pure core that all games share. It does no input or output, and uses no clock, no randomness and no framework.

The package is flat, because games import its modules by name. Each module covers one idea of a game.
"""
