"""The pure core: what every game shares; it touches no I/O, clock, randomness or framework."""
