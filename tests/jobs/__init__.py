"""Tests of jobs: deterministic, honest and hard to lose."""
