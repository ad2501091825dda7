"""What proves the packages that callers install."""
