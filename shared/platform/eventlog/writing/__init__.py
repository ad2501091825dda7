"""Code that writes to a stream: it decides waiting commands, appends their events, and responds to the callers."""
