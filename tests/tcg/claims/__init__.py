"""What a card's printed text claims, read from its words alone, against what the card does."""
