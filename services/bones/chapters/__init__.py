"""The chapters of its rules."""
