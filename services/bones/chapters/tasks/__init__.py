"""Tasks: what creatures try to do, what opposes them, and how creatures recover."""
