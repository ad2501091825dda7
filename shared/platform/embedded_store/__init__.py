"""The store that `arbiter up` starts: its server, a watch that restarts the server, and rewrites of its files."""
