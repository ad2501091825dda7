"""The language in which cards are written. The loader refuses a card with an unknown field."""
