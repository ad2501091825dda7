"""The exact odds of a notation: of single dice, of ranked or distinct dice, and of whole expressions.

First each function makes a plan: a calculation whose bounds and cost are known before it runs.
"""
