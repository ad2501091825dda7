"""Exact odds: the probability of each outcome, computed with integers and without trials.

A `Distribution` has integer weights. A `Plan` describes a calculation that has not run yet: it knows the shape of the
distribution and its cost, so that the server can refuse an expensive request at once. `report` turns a distribution
into the form that callers read: exact fractions as text, and floats. The package names no game.
"""
