"""The composition root: every service behind one port, and the command line; no game's rules."""
