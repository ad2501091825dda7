"""The routes of streams: list and read streams, send commands, and follow events live."""
