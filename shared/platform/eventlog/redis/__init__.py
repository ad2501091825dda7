"""The connection to the store: pipes of calls, the names of the keys, and the checks at the start."""
