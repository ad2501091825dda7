"""The connection to the store: the pipelines that send commands, the names of the store's keys, and startup checks."""
