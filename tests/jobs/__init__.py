"""Tests of jobs: they are deterministic, their statistics are correct, and no failure loses them."""
