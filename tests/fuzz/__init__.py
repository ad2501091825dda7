"""Fuzzing of the API against the contract that the server publishes."""
