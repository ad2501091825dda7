"""The chapters of the rule book, one file each; a later one may call an earlier one.

Flat because the book is one sequence: the import contract of `pyproject.toml` lists the chapters in its order.
"""
