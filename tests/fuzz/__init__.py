"""Fuzzing of the served API contract."""
