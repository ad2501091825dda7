"""What a player of the house works with: what its seat knows, matches dealt again from that, and moves."""
