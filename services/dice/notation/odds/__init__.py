"""The exact odds of a notation: of single dice, of ranked or distinct dice, and of whole expressions."""
