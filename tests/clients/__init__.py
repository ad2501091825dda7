"""Tests of the packages that callers install."""
