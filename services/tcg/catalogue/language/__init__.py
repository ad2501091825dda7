"""The language in which cards are written. A card with an unknown field is refused."""
