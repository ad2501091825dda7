"""Exact odds: how likely each outcome is, computed in whole numbers, without trials.

A `Distribution` has integer weights. A `Plan` is work not yet done: it knows the shape of its distribution and its
cost, so that the server can refuse a request past the bound at once. `report` turns a distribution into
the form that callers read: exact fractions as text, and floats. The package names no game.
"""
