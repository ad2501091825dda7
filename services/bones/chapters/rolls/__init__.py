"""A roll of dice: its rerolls and successes, the damage that it deals, and what happens once it is settled."""
