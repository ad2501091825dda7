"""Fuzzing of the served contract."""
