"""The HTTP layer: the routes, problems, conditional requests and event streams that every game gets."""
