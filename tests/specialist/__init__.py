"""The two editions of the Specialist game beside each other."""
