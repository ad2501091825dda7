"""The chapters of the card game's rules, one file each. A later chapter may call an earlier one.

Flat because the rule booklet describes one sequence of play. The import contract in `pyproject.toml`
lists the chapters in that order.
"""
