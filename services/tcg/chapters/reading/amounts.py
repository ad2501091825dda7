"""Readers of amounts. An amount is a printed number, or a number that is computed when it is needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from services.tcg.catalogue.language.conditions import Amount, Reckoned, Selector
from services.tcg.chapters import continuous, last_seen
from services.tcg.chapters.reading.reads import Reads, some
from services.tcg.chapters.reading.selectors import WHO, seats, zones_of
from services.tcg.chapters.terms import Holds, MatchContext, Reckon
from services.tcg.state.match import Card, Match
from services.tcg.state.tasks import Running
from services.tcg.words import GREATEST
from shared.kernel.chapter import fold
from shared.kernel.messages import Event, Seat

DECKS: Final = frozenset({"main_deck", "spirit_deck"})


def amount(printed: Amount, reads: Reads) -> Reckon:
    """Return a function that computes an amount.

    The PWR or levels of several cards are added up. A card without PWR adds 0. A die is rolled publicly at each call,
    so a step calls the function of a die only once.

    Rule: TC-RUL-077, TC-RUL-082
    """
    if isinstance(printed, int):
        return lambda _ctx, _running, _each: printed
    if printed.count is not None:
        return reads.count(printed.count)
    if printed.pwr is not None:
        return _sum_of(printed.pwr, reads, lambda ctx, card: continuous.pwr(ctx, card) or 0, last_seen.pwr)
    if printed.level is not None:
        return _sum_of(printed.level, reads, continuous.level, last_seen.level)
    return _read_reckoned(printed, reads)


def bounded(printed: Amount, reads: Reads) -> Reckon:
    """Return a function that computes an amount, or the nearest number that is not beyond the greatest of the match.

    Rule: TC-RUL-230
    """
    exact = amount(printed, reads)
    if isinstance(printed, int) or not (printed.plus or printed.times or printed.pwr):
        return exact

    def within(ctx: MatchContext, running: Running, each: int) -> int:
        n = exact(ctx, running, each)
        if -GREATEST <= n <= GREATEST:
            return n
        most = ctx.state.greatest
        return min(n, most) if n > 0 else max(n, -most)

    return within


def _read_reckoned(printed: Reckoned, reads: Reads) -> Reckon:
    if printed.die is not None:
        return _die(printed.die)
    if printed.plus is not None:
        a, b = (reads.amount(part) for part in printed.plus)
        return lambda ctx, running, each: a(ctx, running, each) + b(ctx, running, each)
    if printed.times is not None:
        c, d = (reads.amount(part) for part in printed.times)
        return lambda ctx, running, each: c(ctx, running, each) * d(ctx, running, each)
    name = printed.var or ""
    return lambda _ctx, running, _each: (running.names.get(name) or (0,))[0]


def _sum_of(
    selector: Selector, reads: Reads, worth: Callable[[MatchContext, Card], int],
    last: Callable[[MatchContext, Running, Card], int | None],
) -> Reckon:  # fmt: skip
    """Return a function that adds up cards' numbers. A single card may have left, so `last` reads its last number."""
    one = reads.one(selector)
    if one is not None:

        def worth_of_it(ctx: MatchContext, running: Running, each: int) -> int:
            card = last_seen.card_of(ctx, running, one(ctx, running, each))
            return 0 if card is None else last(ctx, running, card) or 0

        return worth_of_it
    select = reads.selector(selector)

    def add_up(ctx: MatchContext, running: Running, each: int) -> int:
        table = ctx.state.table
        return sum(worth(ctx, table[number]) for number in select(ctx, running, each))

    return add_up


def needs_of(printed: Amount, reads: Reads) -> tuple[Holds, ...]:
    """Return a test for each card to which an amount refers: whether it has the PWR or the level that is read.

    A sum over the cards of a zone needs no particular card.

    Rule: TC-RUL-170
    """
    if isinstance(printed, int):
        return ()
    parts = (*(printed.plus or ()), *(printed.times or ()))
    needs = tuple(need for part in parts for need in needs_of(part, reads))
    if printed.pwr is not None and printed.pwr.zone is None:
        return (
            *needs,
            _some_has(printed.pwr, reads, lambda ctx, running, card: last_seen.pwr(ctx, running, card) is not None),
        )
    if printed.level is not None and printed.level.zone is None:
        return (*needs, _some_has(printed.level, reads, _has_level))
    return needs


def _has_level(ctx: MatchContext, _running: Running, card: Card) -> bool:
    return ctx.pool.printed[card.card].kind == "form"


def _some_has(selector: Selector, reads: Reads, has: Callable[[MatchContext, Running, Card], bool]) -> Holds:
    return some(selector, reads, lambda ctx, running, card, _each: has(ctx, running, card))


def _die(sides: int) -> Reckon:
    def roll_die(ctx: MatchContext, running: Running, _each: int) -> int:
        value = ctx.chance.roll("die", sides)[0]
        ctx.emit(DieRolled(seat=running.seat, sides=sides, value=value))
        return value

    return roll_die


def count_of(selector: Selector, reads: Reads) -> Reckon:
    """Return a function that counts the cards that match a selector.

    Only a deck's size is public, so a selector with a filter finds no cards in decks.

    Rule: TC-KEY-16 to TC-KEY-21, TC-RUL-089
    """
    select, decks = reads.selector(selector), DECKS.intersection(zones_of(selector))
    if not decks or selector.filter is not None:
        return lambda ctx, running, each: len(select(ctx, running, each))
    meant = WHO["any"] if selector.who is None else seats(selector.who)

    def count_cards(ctx: MatchContext, running: Running, each: int) -> int:
        players = [ctx.state.players[seat] for seat in meant(ctx, running)]
        main = sum(len(player.deck) for player in players) if "main_deck" in decks else 0
        spirit = sum(len(player.spirits) for player in players) if "spirit_deck" in decks else 0
        return main + spirit + len(select(ctx, running, each))

    return count_cards


class DieRolled(Event, frozen=True, kw_only=True):
    """A die was rolled for an effect."""

    seat: Seat
    sides: int
    value: int


@fold
def _die_rolled(_match: Match, _event: DieRolled) -> None:
    """Change nothing, since other events record the consequences of the roll."""
