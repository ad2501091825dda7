"""The view of a dice table for one seat, and rolls as text."""
