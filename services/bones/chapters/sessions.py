"""Sessions, and how characters improve by them."""
