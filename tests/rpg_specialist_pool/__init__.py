"""Tests of the pool edition of the Specialist game."""
