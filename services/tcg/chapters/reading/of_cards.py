"""Readers of conditions on cards. A condition is met if at least one card that matches its selector meets it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any as AnyTest
from typing import Final, TypeAlias

from services.tcg.catalogue.language.conditions import (
    Amount,
    AttackedThisStep,
    Compare,
    Counters,
    HostIs,
    Is,
    IsAttacked,
    IsAttacking,
    IsSpiritualized,
    Pwr,
    SpiritsUnder,
    SpiritualizedThisTurn,
)
from services.tcg.chapters import continuous, last_seen
from services.tcg.chapters.reading.reads import CMP, Reads, some
from services.tcg.chapters.terms import Holds, MatchContext, Printed
from services.tcg.state.match import Card
from services.tcg.state.tasks import Running

SHOWN: Final = "$shown"
"""The key under which an effect stores the face-down commands that it has revealed to all players."""
OfPrint: TypeAlias = Callable[[Printed, Callable[[str], str]], bool]
"""A test of a printed card. Its second argument is the function that normalizes names for comparison."""


def _compare_count(
    count: Callable[[MatchContext, Running, Card], int | None], cmp: Compare, n: Amount
) -> Callable[..., Holds]:
    """Return the reader of a condition that compares a card's number, which `count` returns, with an amount.

    A card without such a number does not meet the condition.
    """

    def of(test: AnyTest, reads: Reads) -> Holds:  # noqa: ANN401 a test with `of`
        compare, least = CMP[cmp], reads.amount(n)

        def counts(ctx: MatchContext, running: Running, card: Card, each: int) -> bool:
            has = count(ctx, running, card)
            return has is not None and compare(has, least(ctx, running, each))

        return some(test.of, reads, counts)

    return of


def _spirits_under(test: SpiritsUnder, reads: Reads) -> Holds:
    kind = test.type

    def count(ctx: MatchContext, running: Running, card: Card) -> int:
        if kind is None and (running.event is None or running.event.seen is None):
            return len(card.under)
        under, printed = last_seen.spirits(ctx, running, card), ctx.pool.printed
        return len(under) if kind is None else sum(printed[spirit].type == kind for spirit in under)

    return _compare_count(count, test.cmp, test.n)(test, reads)


def _pwr(test: Pwr, reads: Reads) -> Holds:
    """Return a function that compares a card's current PWR with an amount. Rule: TC-RUL-016, TC-RUL-123."""
    return _compare_count(last_seen.pwr, test.cmp, test.n)(test, reads)


def _counters(test: Counters, reads: Reads) -> Holds:
    name = test.name
    return _compare_count(lambda ctx, running, card: last_seen.counters(ctx, running, card, name), test.cmp, test.n)(
        test, reads
    )


def _is_spiritualized(test: IsSpiritualized, reads: Reads) -> Holds:
    """Return a function that tests whether a spirit is under a card. Rule: TC-KEY-11."""

    def is_spiritualized(ctx: MatchContext, running: Running, card: Card, _each: int) -> bool:
        if running.event is None or running.event.seen is None:
            return bool(card.under)
        return bool(last_seen.spirits(ctx, running, card))

    return some(test.of, reads, is_spiritualized)


def _spiritualized_this_turn(test: SpiritualizedThisTurn, reads: Reads) -> Holds:
    """Return a function that tests whether a card was spiritualized this turn.

    Under version 1 of the decision rules, the condition was met only if the spirit counted against the limit, and it
    stayed met until the controller's next turn.

    Rule: TC-RUL-023
    """

    def in_this_turn(ctx: MatchContext, _running: Running, card: Card, _each: int) -> bool:
        return card.spirited_in == ctx.state.turn if ctx.state.amended else card.spiritualized > 0

    return some(test.of, reads, in_this_turn)


def _attacked_this_step(test: AttackedThisStep, reads: Reads) -> Holds:
    return some(test.of, reads, lambda _ctx, running, card, _each: last_seen.attacks(running, card) > 0)


def _is_attacking(test: IsAttacking, reads: Reads) -> Holds:
    fits = reads.fits(test.of) if test.of.ref != "each" else None

    def attacks(ctx: MatchContext, running: Running, each: int) -> bool:
        attack = ctx.state.attack
        if attack is None:
            return False
        return attack.attacker == each if fits is None else fits(ctx, running, attack.attacker)

    return attacks


def _is_attacked(test: IsAttacked, reads: Reads) -> Holds:
    fits = reads.fits(test.of) if test.of.ref != "each" else None

    def is_attacked(ctx: MatchContext, running: Running, each: int) -> bool:
        attack = ctx.state.attack
        if attack is None:
            return False
        return attack.target == each if fits is None else fits(ctx, running, attack.target)

    return is_attacked


def _host_is(test: HostIs, _reads: Reads) -> Holds:
    place = test.kind

    def lies_under(ctx: MatchContext, running: Running, _each: int) -> bool:
        table = ctx.state.table
        spirit = table.get(running.card)
        host = None if spirit is None else table.get(spirit.host)
        return host is not None and host.place == place

    return lies_under


def _is(test: Is, reads: Reads) -> Holds:
    """Return a function that tests a card's properties.

    For a face-down command, the test covers only the kind, unless this effect has revealed it to all players.

    Rule: TC-CARD-11, TC-RUL-086, TC-RUL-107, TC-RUL-152, TC-RUL-208
    """
    kind, level, of_print = test.kind, test.level, _of_print(test)

    def fits(ctx: MatchContext, running: Running, card: Card, _each: int) -> bool:
        printed = ctx.pool.printed[card.card]
        if kind is not None and printed.kind != kind:
            return False
        if of_print and not card.up and card.id not in running.names.get(SHOWN, ()):
            return False
        for part in of_print:
            if not part(printed, ctx.pool.compared):
                return False
        if level is None or printed.kind != "form":
            return level is None
        last = running.event is not None and running.event.seen is not None
        return (last_seen.level(ctx, running, card) if last else continuous.level(ctx, card)) == level

    return some(test.of, reads, fits)


def _of_print(test: Is) -> tuple[OfPrint, ...]:
    """Return those tests of a condition that need only the printed card. Rule: TC-RUL-152."""
    tests: list[OfPrint] = []
    name, archetype, tribe = test.name, test.archetype, test.tribe
    if name is not None:
        tests.append(lambda printed, compared: printed.key == compared(name))
    if archetype is not None:
        tests.append(lambda printed, compared: compared(archetype) in printed.archetypes)
    if tribe is not None:
        tests.append(lambda printed, compared: compared(tribe) in printed.tribes)
    if test.type is not None:
        tests.append(lambda printed, _compared: printed.type == test.type)
    return tuple(tests)


CONDITIONS: Final[Mapping[type, Callable[[AnyTest, Reads], Holds]]] = {
    SpiritsUnder: _spirits_under,
    IsSpiritualized: _is_spiritualized,
    SpiritualizedThisTurn: _spiritualized_this_turn,
    HostIs: _host_is,
    IsAttacking: _is_attacking,
    IsAttacked: _is_attacked,
    AttackedThisStep: _attacked_this_step,
    Is: _is,
    Pwr: _pwr,
    Counters: _counters,
}
"""The reader of each kind of condition on cards."""
