"""Fault tests: kill, stop or damage a part, and check what must still be true."""
