"""What the readers of this chapter ask of each other: a selector holds conditions, which hold amounts and selectors."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Final, Protocol, TypeAlias

from services.tcg.agenda import Running
from services.tcg.cards.language import Amount, Compare, Condition, Selector, Who
from services.tcg.rules.terms import Game, Holds, Reckon, Seats, Select
from services.tcg.state.match import Card

CMP: Final[Mapping[Compare, Callable[[int, int], bool]]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
One: TypeAlias = Callable[[Game, Running, int], int]
"""The number of the one thing that is spoken of, 0 where there is none."""
CardTest: TypeAlias = Callable[[Game, Running, Card, int], bool]


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
    """Give whether a test holds for one of the cards a selector names. It does not where there are none."""
    one = reads.one(selector)
    if one is not None:

        def holds_for_it(game: Game, ctx: Running, each: int) -> bool:
            card = game.match.table.get(one(game, ctx, each))
            return card is not None and test(game, ctx, card, each)

        return holds_for_it
    select = reads.selector(selector)

    def holds_for_some(game: Game, ctx: Running, each: int) -> bool:
        table = game.match.table
        return any(test(game, ctx, table[number], each) for number in select(game, ctx, each))

    return holds_for_some


def word(slug: str) -> str:
    """Give a word of the match as it is written there; in a card it is a slug."""
    return slug.replace("-", "_")
