"""A roll of dice: its rerolls and successes, the damage that it costs, and what happens once it is settled."""
