"""The pure core that all games share. It uses no input or output, no clock, no randomness and no framework."""
