"""What the readers of this chapter ask of each other: a selector holds conditions, which hold amounts and selectors."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Final, Protocol, TypeAlias

from services.tcg.catalogue.language.conditions import Amount, Compare, Condition, Selector, Who
from services.tcg.chapters.terms import Holds, MatchContext, Reckon, Seats, Select
from services.tcg.state.match import Card
from services.tcg.state.tasks import Running

CMP: Final[Mapping[Compare, Callable[[int, int], bool]]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
One: TypeAlias = Callable[[MatchContext, Running, int], int]
"""The number of the one thing that is spoken of, 0 where there is none."""
CardTest: TypeAlias = Callable[[MatchContext, Running, Card, int], bool]


class Reads(Protocol):
    """All readers."""

    def selector(self, selector: Selector) -> Select:
        """Read which cards are named."""
        ...

    def fits(self, selector: Selector) -> Holds:
        """Read whether a card is one of those named."""
        ...

    def one(self, selector: Selector) -> One | None:
        """Read which single thing is spoken of; None where it may be several."""
        ...

    def who(self, who: Who) -> Seats:
        """Read which players are meant."""
        ...

    def amount(self, amount: Amount) -> Reckon:
        """Read a number."""
        ...

    def found(self, selector: Selector) -> Reckon:
        """Read how many cards are named."""
        ...

    def condition(self, condition: Condition) -> Holds:
        """Read what must hold."""
        ...


def some(selector: Selector, reads: Reads, test: CardTest) -> Holds:
    """Return whether a test holds for one of the cards a selector names. It does not where there are none."""
    one = reads.one(selector)
    if one is not None:

        def holds_for_it(ctx: MatchContext, running: Running, each: int) -> bool:
            card = ctx.state.table.get(one(ctx, running, each))
            return card is not None and test(ctx, running, card, each)

        return holds_for_it
    select = reads.selector(selector)

    def holds_for_some(ctx: MatchContext, running: Running, each: int) -> bool:
        table = ctx.state.table
        return any(test(ctx, running, table[number], each) for number in select(ctx, running, each))

    return holds_for_some


def word(slug: str) -> str:
    """Return a word of the match as it is written there; in a card it is a slug."""
    return slug.replace("-", "_")
