"""Cold Iron: a character made die by die, and the chronology of that world."""
