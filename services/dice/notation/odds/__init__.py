"""The exact odds of a notation: of one die, of dice that are ranked or distinct, and of the whole tree."""
