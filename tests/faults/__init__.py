"""Fault tests: each test kills, suspends or damages a part, and checks what must still be true.

The folder is flat, because each part that can fail has one module.
"""
