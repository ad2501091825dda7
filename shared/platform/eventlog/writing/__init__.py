"""Writing to a stream: decides waiting commands, appends their events in one call, and responds to the callers."""
