"""Who takes part: characters, creatures, their dice and items, and what players may propose about them."""
