"""The HTTP layer: the routes, problems, conditional requests and event streams that every game gets.

Flat because several routes share each of its modules; each folder holds one group of routes or layers.
"""
