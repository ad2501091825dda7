"""The HTTP kit: every game gets the same routes, problems, conditional requests and event streams from its decider."""
