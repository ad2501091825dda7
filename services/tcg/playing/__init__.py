"""The parts of a computer player: its seat's knowledge, random deals that agree with it, and legal moves."""
