"""A store that is a cluster: a pipe to each node, and the map of its slots."""
