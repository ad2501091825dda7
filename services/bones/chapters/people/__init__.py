"""The people and creatures of a campaign: their dice and items, and what players may propose about them."""
