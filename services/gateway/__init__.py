"""The gateway runs every service behind one port, and provides the command line. It contains no game's rules."""
