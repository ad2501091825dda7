"""The parts of a house player: its seat's knowledge, matches dealt again from that knowledge, and legal moves."""
