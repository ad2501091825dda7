"""What proves it."""
