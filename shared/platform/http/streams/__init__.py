"""The routes of a stream: read it, list it, follow it, send to it."""
