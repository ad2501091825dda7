"""The sample adventure: its areas, checks, timetable and rewards."""
