"""The one task of each in a round, hidden until all have declared."""
