"""The programs for comparison."""
