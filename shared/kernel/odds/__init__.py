"""Exact odds: the probability of each outcome, computed with integers and without trials.

A `Distribution` has integer weights. A `Plan` describes a calculation that has not run yet, with the shape of the
distribution and the cost, so that the server can refuse an expensive request at once. `report` turns a distribution
into the form that callers read: exact fractions as text, and floats. The package does not depend on any game.
"""
