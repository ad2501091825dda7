"""The language that cards are written in. Every structure is closed: a card with an unknown field is refused."""
