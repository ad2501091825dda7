"""Tests that compare the two editions of the Specialist game."""
