"""Tests of jobs: they are deterministic, their results are honest, and no fault loses them."""
