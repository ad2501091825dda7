"""The store: its connection and pipes, its cluster, the names of its keys, and the checks at the start."""
