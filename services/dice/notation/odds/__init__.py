"""The exact odds of a notation: the odds of single dice, of ranked or distinct dice, and of whole expressions.

Each module returns plans. A plan is a calculation whose bounds and cost are known before it runs.
"""
