"""The text of a card, made from its data: nothing of it is written by hand."""
