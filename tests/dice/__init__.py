"""Tests of the dice service."""
