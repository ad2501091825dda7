"""What cards say, read once into functions: `terms` has their forms.

Every function here takes a part of the card language. What it gives is asked with a game and a `Running`.
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
    """All readers, for each other."""

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

    def found(self, selector: Selector) -> Reckon:
        return amounts.found(selector, self)

    def condition(self, condition: Condition) -> Holds:
        return conditions.condition(condition, self)


READERS: Final = _Readers()


def read_selector(selector: Selector) -> Select:
    """Read which cards a selector names: all that fit, whatever `n` and `by` say."""
    return READERS.selector(selector)


def read_fits(selector: Selector) -> Holds:
    """Read whether a card (the last argument) is one of those a selector names."""
    return READERS.fits(selector)


def read_who(who: Who) -> Seats:
    """Read which players are meant; of "an opponent", all that it may be (TC-RUL-045)."""
    return READERS.who(who)


def read_amount(amount: Amount) -> Reckon:
    """Read a number."""
    return READERS.amount(amount)


def read_condition(condition: Condition | None) -> Holds | None:
    """Read what must hold; None where nothing must."""
    return None if condition is None else READERS.condition(condition)


def read_pattern(pattern: Pattern) -> Matches:
    """Read which events are waited for."""
    return patterns.pattern(pattern, READERS)


def read_possible(steps: Sequence[Operation]) -> Holds | None:
    """Read whether steps can do anything now; None where they always might."""
    return possible.possible(steps)


def read_static(static: AnyContinuousEffect, prices: statics.Prices) -> StaticForm:
    """Read what holds; `prices` reads costs."""
    return statics.static(static, READERS, prices)


def read_replacement(replacement: Replacement) -> ReplacementForm:
    """Read what is replaced."""
    return statics.replacement(replacement, READERS)


def read_target(selector: Selector) -> TargetSpec:
    """Read one of an effect's targets: all that fit where no number is said. Rule: TC-RUL-064."""
    n = selector.n
    least, most = (n.min, n.max) if isinstance(n, Span) else (n, n) if isinstance(n, int) else (0, ALL)
    every = most == ALL and selector.zone is not None
    hidden = selectors.HIDDEN.intersection(selectors.zones_of(selector))
    return TargetSpec(
        select=read_selector(selector), fits=read_fits(selector), least=least if selector.zone is not None else 1,
        most=most if selector.zone is not None else 1, by=selector.by or "you", every=every, always=bool(hidden),
    )  # fmt: skip
