"""Tests of the campaign kit."""
