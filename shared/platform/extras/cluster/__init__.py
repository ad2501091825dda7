"""The extra `cluster` lets the store be a Redis cluster. It opens a pipe to each node and maps the hash slots."""
