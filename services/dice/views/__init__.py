"""A seat's view of a dice table, and the text form of rolls."""
