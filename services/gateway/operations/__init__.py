"""Operators' commands: verify, back up, archive, erase and list streams."""
