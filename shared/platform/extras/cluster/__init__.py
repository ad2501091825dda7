"""The extra `cluster` lets the store be a Redis cluster: it keeps a pipe to each node, and a map of the hash slots."""
