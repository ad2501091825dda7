"""The HTTP layer: the routes, problems, conditional requests and event streams that every game gets.

Several routes share the modules at this level; each folder holds one group of routes, or of layers around them.
"""
