"""The parts of a house player: what its seat knows, matches dealt again from that knowledge, and legal moves."""
