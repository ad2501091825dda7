"""The chapters of the rule book, one file each; a later one may call an earlier one.

Flat because the book is one sequence. The import contract in `pyproject.toml` lists the chapters in the
order of the book.
"""
