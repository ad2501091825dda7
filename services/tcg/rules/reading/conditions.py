"""Conditions: what a card asks of the match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any as AnyTest
from typing import Final

from services.tcg.agenda import Running
from services.tcg.cards.language import (
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
from services.tcg.rules import limits
from services.tcg.rules.terms import Game, Holds

from . import of_cards, of_players
from .reads import CMP, Reads, word


def condition(test: Condition, reads: Reads) -> Holds:
    """Read what must hold."""
    return CONDITIONS[type(test)](test, reads)


def _all(test: All, reads: Reads) -> Holds:
    parts = tuple(reads.condition(part) for part in test.of)

    def all_hold(game: Game, ctx: Running, each: int) -> bool:
        for part in parts:  # noqa: SIM110 a generator costs more than these few
            if not part(game, ctx, each):
                return False
        return True

    return all_hold


def _any(test: Any, reads: Reads) -> Holds:
    parts = tuple(reads.condition(part) for part in test.of)

    def one_holds(game: Game, ctx: Running, each: int) -> bool:
        for part in parts:  # noqa: SIM110 a generator costs more than these few
            if part(game, ctx, each):
                return True
        return False

    return one_holds


def _not(test: Not, reads: Reads) -> Holds:
    part = reads.condition(test.of)
    return lambda game, ctx, each: not part(game, ctx, each)


def _compare(test: Comparison, reads: Reads) -> Holds:
    a, compare, b = reads.amount(test.a), CMP[test.cmp], reads.amount(test.b)
    return lambda game, ctx, each: compare(a(game, ctx, each), b(game, ctx, each))


def _count(test: Count, reads: Reads) -> Holds:
    found, compare, n = reads.found(test.of), CMP[test.cmp], reads.amount(test.n)
    return lambda game, ctx, each: compare(found(game, ctx, each), n(game, ctx, each))


def _exists(test: Exists, reads: Reads) -> Holds:
    found = reads.found(test.of)
    return lambda game, ctx, each: found(game, ctx, each) > 0


# ---------------------------------------------------------------- of the moment


def _step_is(test: StepIs, _reads: Reads) -> Holds:
    step = test.step
    return lambda game, _ctx, _each: game.match.step == step


def _phase_is(test: PhaseIs, _reads: Reads) -> Holds:
    """Rule: TC-CBT-06."""
    phase = test.phase
    return lambda game, _ctx, _each: game.match.phase == phase


def _turn_of(test: TurnOf, reads: Reads) -> Holds:
    if test.who == "you":
        return lambda game, ctx, _each: game.match.active == ctx.seat
    seats = reads.who(test.who)
    return lambda game, ctx, _each: game.match.active in seats(game, ctx)


def _event_is(test: EventIs, reads: Reads) -> Holds:
    """`kind` is that of an action (TC-ACT-11); `source`, the kind of the card that did it: of damage, the damager."""
    by = None if test.by is None else reads.who(test.by)
    card = None if test.card is None else reads.fits(test.card)
    target = None if test.target is None else reads.fits(test.target)
    kind, source = None if test.kind is None else word(test.kind), test.source

    def fits(game: Game, ctx: Running, _each: int) -> bool:
        event = ctx.event
        if event is None or (kind is not None and event.kind != kind):
            return False
        if by is not None and event.by not in by(game, ctx):
            return False
        if card is not None and not card(game, ctx, event.card):
            return False
        if target is not None and not target(game, ctx, event.target):
            return False
        return source is None or _source(game, event.target if event.event == "damaged" else event.card) == source

    return fits


def _source(game: Game, number: int) -> str:
    card = game.match.table.get(number)
    return "" if card is None else game.pool.printed[card.card].kind


def _used(test: Used, reads: Reads) -> Holds:
    """Rule: TC-RUL-112."""
    per, effect, compare, n = test.per, test.effect, CMP[test.cmp], reads.amount(test.n)

    def used(game: Game, ctx: Running, each: int) -> bool:
        times = game.match.used.get(limits.key(per, ctx.card, f"{ctx.printed}#{effect}"), 0)
        return compare(times, n(game, ctx, each))

    return used


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
    Used: _used,
    **of_cards.CONDITIONS,
    **of_players.CONDITIONS,
}
"""How each condition of the language is read."""
