"""The pure core that all games share. It does no input or output, and uses no clock, no randomness and no framework.

Flat because games import its modules by name. Each module covers one idea of a game.
"""
