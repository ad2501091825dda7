"""Fuzzing of the API by means of the contract that the server publishes."""
