"""Time, rest, treatment, and what the game master corrects."""
