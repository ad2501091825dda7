"""The routes of streams: list and read them, send commands, follow events live."""
