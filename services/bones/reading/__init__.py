"""Pure functions that read dice and state: faces, rolls and settings. They make no decisions.

Many faces can be read in several ways. A way says which successes and effects the face then has.

Flat because each file answers one question about the rules, and few of them call another.
"""
