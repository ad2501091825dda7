"""The chapters of the book, one file each, the later ones on top of the earlier."""
