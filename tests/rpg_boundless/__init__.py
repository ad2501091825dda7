"""Boundless: every rule, and whole campaigns."""
