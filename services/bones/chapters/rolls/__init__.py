"""Rolls of dice: rerolls and successes, the damage that a roll deals, and what happens once it is settled."""
