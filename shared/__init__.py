"""Code that two or more services use; it contains no game's rules."""
