"""The HTTP layer: the routes, problems, conditional requests and event streams that every game gets.

The modules at this level have no folder of their own, because several groups of routes use each of them. Each subfolder
holds one group of routes, or a group of layers around them.
"""
