"""Tests of the game of totals."""
