"""Players: programs that choose a seat's move from what that seat may know.

A player is a pure function. It gets the legal moves of its seat, positions that were dealt again from what the seat
knows, and a seed. It never sees the true state, so it cannot use what is hidden from its seat.
"""
