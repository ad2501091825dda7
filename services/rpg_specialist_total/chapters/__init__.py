"""The chapters of the rule book, and further chapters that every campaign needs.

The folder is flat, because the book is one sequence. The import contract in `pyproject.toml` lists the chapters in the
order of the book.
"""
