"""The HTTP layer: the routes, problems, conditional requests and event streams that every game gets.

Flat because each module beside the folders is one part that several routes share.
"""
