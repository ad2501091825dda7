"""Writing to a stream: the log decides waiting commands, appends their events in one call, and answers the callers."""
