"""The gateway: runs every service behind one port, and has the command line. It contains no game's rules."""
