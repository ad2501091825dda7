"""A fight: who takes part, what lies between them, when it is over."""
