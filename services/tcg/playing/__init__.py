"""What a player of the house works with: what its seat knows of hidden cards, and matches dealt again from that."""
