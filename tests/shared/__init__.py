"""Tests of code shared by the services."""
