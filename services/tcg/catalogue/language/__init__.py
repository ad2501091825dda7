"""The language in which cards are written. Every structure is closed, so a card with an unknown field is refused."""
