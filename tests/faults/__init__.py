"""Fault tests: kill, stop or damage a part, and check what must still be true.

Flat because each part that can die has one module.
"""
