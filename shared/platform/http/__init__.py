"""The HTTP layer: every game gets the same routes, problems, conditional requests and event streams."""
