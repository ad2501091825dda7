"""Reading dice and state: pure functions of faces, rolls and settings, which decide nothing.

Flat because each file answers one question about the rules, and few of them call another.
"""
