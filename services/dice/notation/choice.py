"""Keep and drop modifiers that pick dice by rank.

The kept ranks are known before the roll, because they do not depend on the values of the dice.
"""

from __future__ import annotations

from collections.abc import Sequence

from services.dice.notation.expression import Drop, Keep, Rank, Selector
from services.dice.notation.keeping import only_ranks


class RankChoice:
    """The ranks of the kept dice, counted from the highest die. Each modifier removes some of these ranks."""

    def __init__(self, count: int) -> None:
        """Start with all ranks kept."""
        self.kept = list(range(count))
        self.before: list[int] | None = None

    def can(self, modifier: Keep | Drop) -> bool:
        """Return whether a modifier depends only on ranks, so that `take` can apply it."""
        return only_ranks(modifier) and not (modifier.twice and ends_of(modifier.of))

    def take(self, modifier: Keep | Drop) -> None:
        """Apply a keep or drop modifier to the ranks. Rule: DI-KEEP-06."""
        keeps = isinstance(modifier, Keep)
        seen = self.kept if keeps or self.before is None else self.before
        chosen = {seen[rank] for rank in ranks_chosen(modifier.of, len(seen))}
        self.before = self.kept if keeps else None
        self.kept = [place for place in self.kept if (place in chosen) is keeps]


def ends_of(of: Sequence[Selector]) -> tuple[int, int] | None:
    """Return how many of the highest and of the lowest dice are picked, or None unless both ends pick some dice."""
    ranks = [selector for selector in of if isinstance(selector, Rank)]
    high = max((rank.number for rank in ranks if rank.end == "highest"), default=0)
    low = max((rank.number for rank in ranks if rank.end == "lowest"), default=0)
    return (high, low) if high and low else None


def ranks_chosen(of: Sequence[Selector], left: int) -> set[int]:
    """Return the ranks that the selectors pick, counted from the highest of the dice that remain."""
    chosen: set[int] = set()
    for selector in of:
        if isinstance(selector, Rank):
            number = min(selector.number, left)
            chosen |= set(range(number)) if selector.end == "highest" else set(range(left - number, left))
    return chosen
