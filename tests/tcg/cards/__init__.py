"""Tests of cards as data: loading, faults and texts."""
