"""The cards and the booklet's tables as data: the language of cards, its loader and its text, and our own cards."""
