"""Readers of conditions.

This file has the readers of conditions on the turn, on events and on uses, and the table of all readers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any as AnyTest
from typing import Final

from services.tcg.catalogue.language.conditions import (
    All,
    Any,
    Comparison,
    Condition,
    Count,
    EventIs,
    Exists,
    Not,
    PhaseIs,
    StepIs,
    TurnOf,
    Used,
)
from services.tcg.chapters import limits
from services.tcg.chapters.reading import amounts, of_cards, of_players
from services.tcg.chapters.reading.reads import CMP, Reads, word
from services.tcg.chapters.terms import Holds, MatchContext
from services.tcg.state.tasks import Running


def condition(test: Condition, reads: Reads) -> Holds:
    """Return a function that tests a condition."""
    return CONDITIONS[type(test)](test, reads)


def _all(test: All, reads: Reads) -> Holds:
    parts = tuple(reads.condition(part) for part in test.of)

    def all_hold(ctx: MatchContext, running: Running, each: int) -> bool:
        for part in parts:  # noqa: SIM110 a generator is slower for so few parts
            if not part(ctx, running, each):
                return False
        return True

    return all_hold


def _any(test: Any, reads: Reads) -> Holds:
    parts = tuple(reads.condition(part) for part in test.of)

    def one_holds(ctx: MatchContext, running: Running, each: int) -> bool:
        for part in parts:  # noqa: SIM110 a generator is slower for so few parts
            if part(ctx, running, each):
                return True
        return False

    return one_holds


def _not(test: Not, reads: Reads) -> Holds:
    part = reads.condition(test.of)
    return lambda ctx, running, each: not part(ctx, running, each)


def _compare(test: Comparison, reads: Reads) -> Holds:
    """Return a function that compares two amounts.

    Since version 3 of the decision rules, the comparison is false if a card lacks the PWR or level to compare.

    Rule: TC-RUL-123, TC-RUL-170
    """
    a, compare, b = reads.amount(test.a), CMP[test.cmp], reads.amount(test.b)
    needs = (*amounts.needs_of(test.a, reads), *amounts.needs_of(test.b, reads))

    def compare_amounts(ctx: MatchContext, running: Running, each: int) -> bool:
        if needs and ctx.state.revised and not all(need(ctx, running, each) for need in needs):
            return False
        return compare(a(ctx, running, each), b(ctx, running, each))

    return compare_amounts


def _count(test: Count, reads: Reads) -> Holds:
    found, compare, n = reads.count(test.of), CMP[test.cmp], reads.amount(test.n)
    return lambda ctx, running, each: compare(found(ctx, running, each), n(ctx, running, each))


def _exists(test: Exists, reads: Reads) -> Holds:
    found = reads.count(test.of)
    return lambda ctx, running, each: found(ctx, running, each) > 0


# ---------------------------------------------------------------- turn, event and uses


def _step_is(test: StepIs, _reads: Reads) -> Holds:
    step = test.step
    return lambda ctx, _running, _each: ctx.state.step == step


def _phase_is(test: PhaseIs, _reads: Reads) -> Holds:
    """Return a function that tests whether a combat phase is current. Rule: TC-CBT-06."""
    phase = test.phase
    return lambda ctx, _running, _each: ctx.state.phase == phase


def _turn_of(test: TurnOf, reads: Reads) -> Holds:
    if test.who == "you":
        return lambda ctx, running, _each: ctx.state.active == running.seat
    seats = reads.who(test.who)
    return lambda ctx, running, _each: ctx.state.active in seats(ctx, running)


def _event_is(test: EventIs, reads: Reads) -> Holds:
    """Return a function that tests the event that triggered an effect, or to which the effect responds.

    It compares `kind` with the kind of action (TC-ACT-11), and `source` with the kind of card that acted.
    """
    by = None if test.by is None else reads.who(test.by)
    card = None if test.card is None else reads.fits(test.card)
    target = None if test.target is None else reads.fits(test.target)
    kind, source = None if test.kind is None else word(test.kind), test.source

    def fits(ctx: MatchContext, running: Running, _each: int) -> bool:
        event = running.event
        if event is None or (kind is not None and event.kind != kind):
            return False
        if by is not None and event.by not in by(ctx, running):
            return False
        if card is not None and not card(ctx, running, event.card):
            return False
        if target is not None and not target(ctx, running, event.target):
            return False
        return source is None or _source(ctx, event.target if event.event == "damaged" else event.card) == source

    return fits


def _source(ctx: MatchContext, number: int) -> str:
    card = ctx.state.table.get(number)
    return "" if card is None else ctx.pool.printed[card.card].kind


def _was_used(test: Used, reads: Reads) -> Holds:
    """Return a function that compares the number of times that an effect was used with an amount. Rule: TC-RUL-112."""
    per, effect, compare, n = test.per, test.effect, CMP[test.cmp], reads.amount(test.n)

    def compare_uses(ctx: MatchContext, running: Running, each: int) -> bool:
        times = ctx.state.used.get(limits.key(per, running.card, f"{running.printed}#{effect}"), 0)
        return compare(times, n(ctx, running, each))

    return compare_uses


CONDITIONS: Final[Mapping[type, Callable[[AnyTest, Reads], Holds]]] = {
    All: _all,
    Any: _any,
    Not: _not,
    Comparison: _compare,
    Count: _count,
    Exists: _exists,
    StepIs: _step_is,
    PhaseIs: _phase_is,
    TurnOf: _turn_of,
    EventIs: _event_is,
    Used: _was_used,
    **of_cards.CONDITIONS,
    **of_players.CONDITIONS,
}
"""The reader of each kind of condition."""
