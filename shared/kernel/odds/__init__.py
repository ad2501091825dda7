"""Exact odds: how likely each outcome is, in whole numbers and never by trial.

A `Distribution` has integer weights. A `Plan` is work not yet done: it knows the shape of its distribution and what it
will cost, so that a request past the bound is refused before it takes any time. `report` puts a distribution into the
form callers read: exact fractions as text, floats beside them. No game is named here.
"""
