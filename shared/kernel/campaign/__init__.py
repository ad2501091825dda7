"""Rules that all campaigns of role-playing games share: seats, ids, rounds and turns, days, and proposals."""
