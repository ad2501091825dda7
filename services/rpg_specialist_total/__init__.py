"""Boundless (Specialist), Combat: the edition of the game that compares rolled totals."""
