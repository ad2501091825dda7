"""The chapters of the game's rules."""
