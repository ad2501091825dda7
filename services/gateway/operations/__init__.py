"""The commands for operators: verify, back up, archive, erase and list streams."""
