"""Extras: optional parts of the server. Each registers itself once; the core imports none of them."""
