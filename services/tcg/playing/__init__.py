"""The parts of a computer player: its seat's knowledge, matches dealt again from that knowledge, and legal moves."""
