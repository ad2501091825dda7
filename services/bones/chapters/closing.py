"""A season closes: each strategic action is resolved, and what it gains is counted."""
