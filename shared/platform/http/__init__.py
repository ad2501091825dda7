"""The HTTP layer: the routes, problems, conditional requests and event streams that every game gets.

Flat because several groups of routes use each module at this level. A subfolder holds one group of routes, or a
group of layers around them.
"""
