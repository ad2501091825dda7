"""The view of a dice table for one seat, and the text form of rolls."""
