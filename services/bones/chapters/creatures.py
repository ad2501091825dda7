"""The cast, beasts and hordes: picked from standard dice or built; companions, lackeys and crews."""
