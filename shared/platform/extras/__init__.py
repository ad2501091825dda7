"""Extras: parts that the server runs without. Each registers itself once; the core imports none of them."""
