"""The command line, and the running stack."""
