"""Tests of what campaigns share."""
