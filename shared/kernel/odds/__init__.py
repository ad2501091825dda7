"""Exact odds: how likely each outcome is, in whole numbers and never by trial.

A `Spread` is a distribution with integer weights. A `Plan` is work not yet done: it knows the shape of its spread and
what it will cost, so that a request past the bound is refused before it takes any time. `report` puts a spread into the
form callers read: exact fractions as text, floats beside them. No game is named here.
"""
