"""Tasks: what a creature tries, the opposition, and how it recovers afterwards."""
