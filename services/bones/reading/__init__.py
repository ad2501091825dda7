"""Pure functions that read dice and state: faces, rolls and settings. They make no decisions.

Flat because each file answers one question about the rules, and few of them call another.
"""
