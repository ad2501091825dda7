"""The chapters of the rule book, one file each. A chapter may call only chapters before it in the book.

Flat because the book is one sequence. The import contract in `pyproject.toml` lists the chapters in the
order of the book.
"""
