"""The connection to the store: pipes that send calls, the names of the store's keys, and the checks at startup."""
