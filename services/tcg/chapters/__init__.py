"""The chapters of the card game's rules, one file each. A later chapter may call an earlier one.

Flat because the book is one sequence of play: the import contract of `pyproject.toml` lists the chapters in its order.
"""
