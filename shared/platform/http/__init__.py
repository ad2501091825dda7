"""The HTTP layer: the routes, problems, conditional requests and event streams that every game gets.

Modules that several routes share are directly in this package; each folder holds one group of routes or layers.
"""
