"""The extra `cluster`, which lets the store be a Redis cluster: a pipe to each node, and a map of the hash slots."""
