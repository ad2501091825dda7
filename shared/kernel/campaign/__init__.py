"""Rules that all campaigns of role-playing games share: seats, ids, rounds and turns, days, and proposals.

The package is flat because games import its modules by name. Each module covers one part of a campaign.
"""
