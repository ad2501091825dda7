"""The numbers that an amount can become, judged by the card alone. Rule: TC-RUL-145, TC-RUL-173, TC-RUL-220."""

from __future__ import annotations

from math import inf
from typing import Final, TypeAlias

from services.tcg.catalogue.language import conditions
from services.tcg.catalogue.lints.selectors import zones_named

Bounds: TypeAlias = tuple[float, float]
"""The least and the greatest number that an amount can become."""
MOST_IN: Final = {"form": 5, "command": 5, "savior": 1}
"""The most cards that a player can have in each zone, with any settings."""


def bounds_of(amount: conditions.Amount) -> Bounds:
    """Return the least and the greatest number that an amount can become."""
    match amount:
        case int():
            return amount, amount
        case conditions.Reckoned(die=int() as sides):
            return 1, sides
        case conditions.Reckoned(count=conditions.Selector() as of):
            most = most_of(of)
            return 0, inf if most is None else most
        case conditions.Reckoned(plus=(a, b)):
            low, high = bounds_of(a)
            least, greatest = bounds_of(b)
            return low + least, high + greatest
        case conditions.Reckoned(times=(a, b)):
            products = [0 if 0 in (one, other) else one * other for one in bounds_of(a) for other in bounds_of(b)]
            return min(products), max(products)
        case _:
            return 0, inf


def printed(amount: conditions.Amount) -> int | None:
    """Return the number that an amount always becomes, or None if it is only known in play."""
    low, high = bounds_of(amount)
    return int(low) if low == high else None


def most_of(of: conditions.Selector) -> int | None:
    """Return the highest possible number of one player's own cards in these zones, or None if there is no limit."""
    zones = zones_named(of)
    if of.who != "you" or not zones or not zones <= MOST_IN.keys():
        return None
    return sum(MOST_IN[zone] for zone in zones)
