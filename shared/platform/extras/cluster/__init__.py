"""The extra `cluster`: the store is a Redis cluster, with a pipe to each node and a map of its slots."""
