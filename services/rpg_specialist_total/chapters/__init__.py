"""The chapters of the rule book, and further chapters that every campaign needs.

Flat because the book is one sequence. The import contract in `pyproject.toml` lists the chapters in the
order of the book.
"""
