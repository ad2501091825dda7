"""What players of the house use to play a match: what a seat knows, dealt matches, moves, and the worth of a match."""
