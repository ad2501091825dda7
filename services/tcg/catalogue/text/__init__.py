"""Texts of cards, generated from their data."""
