"""What an operator asks for from the command line: verify, back up, archive, erase and list streams."""
