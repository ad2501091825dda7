"""The composition root: every service behind one port, the command line, and nothing of any game."""
