"""The printed adventure: its captives, its tribe, its checks and its timetable."""
