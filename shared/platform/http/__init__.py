"""The HTTP layer: the routes, problems, conditional requests and event streams that every game gets.

Flat because several routes use each module at this level. Each subfolder holds one group of routes, or of layers around
them.
"""
