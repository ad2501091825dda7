"""The HTTP layer: the routes, problems, conditional requests and event streams that every game gets.

Flat because each of its modules is one part that several routes share; each folder holds one group of
routes or layers.
"""
