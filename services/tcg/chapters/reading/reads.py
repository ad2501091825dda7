"""The interface through which readers call one another.

They need it because parts of a card contain one another: selectors contain conditions, which contain selectors.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Final, Protocol, TypeAlias

from services.tcg.catalogue.language.conditions import Amount, Compare, Condition, Selector, Who
from services.tcg.chapters.last_seen import card_of
from services.tcg.chapters.terms import Holds, MatchContext, Reckon, Seats, Select
from services.tcg.state.match import Card
from services.tcg.state.tasks import Running

CMP: Final[Mapping[Compare, Callable[[int, int], bool]]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
One: TypeAlias = Callable[[MatchContext, Running, int], int]
"""A function that returns the instance id of the single card that a selector selects, or 0 if there is none."""
CardTest: TypeAlias = Callable[[MatchContext, Running, Card, int], bool]


class Reads(Protocol):
    """The readers of each kind of part of a card."""

    def selector(self, selector: Selector) -> Select:
        """Return a function that lists the cards that match a selector."""
        ...

    def fits(self, selector: Selector) -> Holds:
        """Return a function that tests whether a card matches a selector."""
        ...

    def one(self, selector: Selector) -> One | None:
        """Return a function that finds the single card that a selector selects, or None if it may select several."""
        ...

    def who(self, who: Who) -> Seats:
        """Return a function that lists the players that `who` names."""
        ...

    def amount(self, amount: Amount) -> Reckon:
        """Return a function that computes an amount."""
        ...

    def count(self, selector: Selector) -> Reckon:
        """Return a function that counts the cards that match a selector."""
        ...

    def condition(self, condition: Condition) -> Holds:
        """Return a function that tests a condition."""
        ...


def some(selector: Selector, reads: Reads, test: CardTest) -> Holds:
    """Return a function that tests whether at least one card that matches a selector passes a test."""
    one = reads.one(selector)
    if one is not None:

        def holds_for_it(ctx: MatchContext, running: Running, each: int) -> bool:
            number = one(ctx, running, each)
            card = ctx.state.table.get(number) or card_of(ctx, running, number)
            return card is not None and test(ctx, running, card, each)

        return holds_for_it
    select = reads.selector(selector)

    def holds_for_some(ctx: MatchContext, running: Running, each: int) -> bool:
        table = ctx.state.table
        return any(test(ctx, running, table[number], each) for number in select(ctx, running, each))

    return holds_for_some


def word(slug: str) -> str:
    """Return the state's name for a word of the card language, such as `spirit_deck` for `spirit-deck`."""
    return slug.replace("-", "_")
