"""Benchmarks: how much work Arbiter does per second, compared with other programs on the same machine."""
