"""Who takes part: characters and creatures, their dice and items, and what players may propose about them."""
