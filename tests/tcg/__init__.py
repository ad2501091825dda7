"""Tests of Boundless TCG: every rule, and whole matches."""
