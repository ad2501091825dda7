"""Tests of the totals edition of the Specialist game."""
