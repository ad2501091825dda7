"""The chapters of the book, and those of every campaign.

Flat because the book is one sequence: the import contract of `pyproject.toml` lists the chapters in its order.
"""
