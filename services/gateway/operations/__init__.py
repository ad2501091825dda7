"""The operators' commands: verify, back up, archive, erase and list streams, and examine a deployment."""
