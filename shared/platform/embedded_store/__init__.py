"""The store that `arbiter up` starts: its server, a watch that restarts it, and rewrites of its files."""
