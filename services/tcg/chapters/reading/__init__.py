"""Readers of the card language. Each reader turns a part of a card into a function, once for each card set.

These functions take the match's context and the effect that is being carried out (`Running`). Their types are in
`terms`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from services.tcg.catalogue.language.conditions import Amount, Condition, Selector, Span, Who
from services.tcg.catalogue.language.effects import Pattern, Replacement
from services.tcg.catalogue.language.operations import AnyContinuousEffect, Operation
from services.tcg.chapters.reading import amounts, conditions, patterns, possible, selectors, statics
from services.tcg.chapters.reading.reads import One
from services.tcg.chapters.terms import (
    ALL,
    Holds,
    Matches,
    Reckon,
    ReplacementForm,
    Seats,
    Select,
    StaticForm,
    TargetSpec,
)

__all__ = [
    "read_amount",
    "read_condition",
    "read_fits",
    "read_pattern",
    "read_possible",
    "read_replacement",
    "read_selector",
    "read_static",
    "read_target",
    "read_who",
]


class _Readers:
    """The implementation of `Reads`, through which readers call one another."""

    def selector(self, selector: Selector) -> Select:
        return selectors.select(selector, self)

    def fits(self, selector: Selector) -> Holds:
        return selectors.fits(selector, self)

    def one(self, selector: Selector) -> One | None:
        return selectors.one(selector)

    def who(self, who: Who) -> Seats:
        return selectors.seats(who)

    def amount(self, amount: Amount) -> Reckon:
        return amounts.amount(amount, self)

    def count(self, selector: Selector) -> Reckon:
        return amounts.count_of(selector, self)

    def condition(self, condition: Condition) -> Holds:
        return conditions.condition(condition, self)


READERS: Final = _Readers()


def read_selector(selector: Selector) -> Select:
    """Return a function that lists the cards that match a selector.

    The function ignores the selector's count of cards (`n`) and its picker (`by`).
    """
    return READERS.selector(selector)


def read_fits(selector: Selector) -> Holds:
    """Return a function that tests whether a card matches a selector. The card is the function's last argument."""
    return READERS.fits(selector)


def read_who(who: Who) -> Seats:
    """Return a function that lists the players that `who` names.

    For "an opponent", it lists every opponent (TC-RUL-045).
    """
    return READERS.who(who)


def read_amount(amount: Amount) -> Reckon:
    """Return a function that computes an amount, up to the greatest number of the match. Rule: TC-RUL-230."""
    return amounts.bounded(amount, READERS)


def read_condition(condition: Condition | None) -> Holds | None:
    """Return a function that tests a condition, or None if there is no condition."""
    return None if condition is None else READERS.condition(condition)


def read_pattern(pattern: Pattern) -> Matches:
    """Return a function that tests whether an event matches a pattern."""
    return patterns.pattern(pattern, READERS)


def read_possible(steps: Sequence[Operation]) -> Holds | None:
    """Return a function that tests whether steps can do anything now, or None if they may always do something."""
    return possible.possible(steps)


def read_static(static: AnyContinuousEffect, prices: statics.Prices) -> StaticForm:
    """Return a continuous effect in compiled form. `prices` reads the costs that the effect adds."""
    return statics.static(static, READERS, prices)


def read_replacement(replacement: Replacement) -> ReplacementForm:
    """Return a replacement in compiled form."""
    return statics.replacement(replacement, READERS)


def read_target(selector: Selector) -> TargetSpec:
    """Return a target of an effect. All matching cards are targets, unless the selector names a count.

    Rule:    TC-RUL-064
    """
    n = selector.n
    least, most = (n.min, n.max) if isinstance(n, Span) else (n, n) if isinstance(n, int) else (0, ALL)
    every = most == ALL and selector.zone is not None
    hidden = selectors.HIDDEN.intersection(selectors.zones_of(selector))
    return TargetSpec(
        select=read_selector(selector), fits=read_fits(selector), least=least if selector.zone is not None else 1,
        most=most if selector.zone is not None else 1, by=selector.by or "you", every=every, always=bool(hidden),
    )  # fmt: skip
