"""Tasks: what a creature tries, against what, and how it recovers afterwards."""
