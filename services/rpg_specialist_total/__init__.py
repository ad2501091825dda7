"""Boundless (Specialist), Combat: the edition in which rolled totals are compared."""
