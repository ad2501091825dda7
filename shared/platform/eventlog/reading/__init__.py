"""Stored entries become state: read in pages, checked against the chain, folded and cached."""
