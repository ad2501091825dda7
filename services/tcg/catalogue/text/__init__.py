"""Card texts, generated from the cards' data."""
