"""Tests of the Specialist game's edition of totals."""
