"""The HTTP layer: the routes, problems, conditional requests and event streams that every game gets.

Several groups of routes use each of the modules at this level, so these modules are in no subfolder. Each subfolder
holds one group of routes, or a group of layers around them.
"""
