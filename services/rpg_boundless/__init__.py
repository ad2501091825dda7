"""Boundless, a game of six-sided dice: a campaign with a game master and players."""
