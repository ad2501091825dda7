"""Cards as data: the language they are written in, its loader, its text, and sets of cards by content."""
