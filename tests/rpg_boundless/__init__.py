"""Tests of Boundless: every rule, and whole campaigns."""
