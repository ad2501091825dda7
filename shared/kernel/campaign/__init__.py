"""Rules that all campaigns of role-playing games share: seats, ids, rounds and turns, days, and proposals.

Flat because games import its modules by name. Each module covers one part of a campaign.
"""
