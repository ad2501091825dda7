"""The pure core that all games share. It uses no input or output, no clock, no randomness and no framework.

Flat because games import its modules by name, and each module covers one idea of a game.
"""
