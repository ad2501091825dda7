"""What campaigns of role-playing games share: who leads and plays, ids, rounds and turns, and proposals."""
