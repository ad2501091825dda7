"""The shell: log, HTTP, access, queue, and whatever else touches the world."""
