"""The game of totals: Boundless (Specialist), Combat."""
