"""The parts of a house player: the knowledge of its seat, matches dealt again from that knowledge, and legal moves."""
