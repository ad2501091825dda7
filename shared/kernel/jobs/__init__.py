"""Jobs: long simulations, each recorded as a stream.

This package is pure; `shared.platform` has the queue and routes.
"""
