"""Computer players: programs that choose a seat's move from the facts that the seat may know.

A player is a pure function of its seat's legal moves, of positions dealt again from the seat's knowledge, and of a
seed. It never sees the true state, so it cannot use facts that are hidden from its seat.
"""
