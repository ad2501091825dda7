"""Keep and drop modifiers, by value or by rank. Each die is picked at most once.

A drop modifier by rank that directly follows a keep modifier by rank ranks the same dice, including those that the keep
modifier has dropped.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, Literal, TypeAlias

from services.dice.notation.expression import Clamp, Drop, Keep, Modifier, Point, Rational, Selector

End: TypeAlias = Literal["highest", "lowest"]
OTHER: Final[dict[End, End]] = {"highest": "lowest", "lowest": "highest"}


def select(
    selector: Selector, live: Sequence[int], values: Sequence[Rational], last: Collection[int] = ()
) -> Sequence[int]:
    """Return the indices of the dice that a selector picks.

    Among equal dice, a selector by rank prefers those not in `last`, and then those that were rolled first.

    Rule:    DI-KEEP-01, DI-KEEP-05
    """
    if isinstance(selector, Point):
        return [place for place in live if selector.holds(values[place])]
    highest = selector.end == "highest"
    ranked = sorted(live, key=lambda place: place in last) if last else live
    return sorted(ranked, key=values.__getitem__, reverse=highest)[: selector.number]


def only_ranks(modifier: Keep | Drop) -> bool:
    """Return whether a modifier picks dice by rank only."""
    return not any(isinstance(selector, Point) for selector in modifier.of)


class Keeping:
    """The keep and drop modifiers applied to one set of dice, one after the other."""

    __slots__ = ("before", "taken")

    def __init__(self) -> None:
        """Start with no dice picked."""
        self.before: Sequence[int] | None = None
        self.taken: dict[End, set[int]] = {"highest": set(), "lowest": set()}

    def after(self, modifier: Keep | Drop, live: Sequence[int], values: Sequence[Rational]) -> list[int]:
        """Return the dice that remain after a keep or drop modifier.

        Rule:    DI-KEEP-01, DI-KEEP-04, DI-KEEP-06
        """
        seen: Sequence[int] = live
        if isinstance(modifier, Drop) and self.before is not None and only_ranks(modifier):
            seen = self.before
        else:
            self.forget()
        picked = self.pick(modifier.of, seen, values, twice=modifier.twice)
        keeps = isinstance(modifier, Keep)
        self.before = live if keeps and only_ranks(modifier) else None
        return [place for place in live if (place in picked) is keeps]

    def pick(
        self, of: Iterable[Selector], live: Sequence[int], values: Sequence[Rational], *, twice: bool = False
    ) -> set[int]:
        """Return the dice that at least one selector picks.

        Among equal dice, a selector of the highest dice prefers those that no selector of the lowest dice has picked,
        and vice versa. With `twice`, both may pick the same die.
        """
        picked: set[int] = set()
        for selector in of:
            if isinstance(selector, Point) or twice:
                picked.update(select(selector, live, values))
                continue
            places = select(selector, live, values, self.taken[OTHER[selector.end]])
            self.taken[selector.end].update(places)
            picked.update(places)
        return picked

    def forget(self) -> None:
        """Forget the ranks and picks so far, because a modifier of a different kind has changed the dice."""
        self.before = None
        self.taken = {"highest": set(), "lowest": set()}


def keep_members(modifiers: Iterable[Modifier], values: Sequence[Rational]) -> Sequence[int]:
    """Return the members of a group that are kept.

    Rule:    DI-GRP-01
    """
    live: Sequence[int] = range(len(values))
    keeping = Keeping()
    for modifier in modifiers:
        if isinstance(modifier, Keep | Drop):
            live = keeping.after(modifier, live, values)
        elif isinstance(modifier, Clamp):
            keeping.forget()
    return live
