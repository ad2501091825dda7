"""Amounts: numbers that are printed, and numbers that are reckoned when they are needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from services.tcg.agenda import Running
from services.tcg.cards.language import Amount, Reckoned, Selector
from services.tcg.events import DieRolled
from services.tcg.rules import standing
from services.tcg.rules.terms import Game, Reckon
from services.tcg.state.match import Card

from .reads import Reads
from .selectors import WHO, seats, zones_of

DECKS: Final = frozenset({"main_deck", "spirit_deck"})


def amount(printed: Amount, reads: Reads) -> Reckon:
    """Read a number. PWR and levels of several cards are added up; what has no PWR adds nothing.

    A die is rolled, publicly, each time the number is reckoned: a step reckons its numbers once.

    Rule: TC-RUL-077, TC-RUL-082
    """
    if isinstance(printed, int):
        return lambda _game, _ctx, _each: printed
    if printed.count is not None:
        return reads.found(printed.count)
    if printed.pwr is not None:
        return _summed(printed.pwr, reads, lambda game, card: standing.pwr(game, card) or 0)
    if printed.level is not None:
        return _summed(printed.level, reads, standing.level)
    return _reckoned(printed, reads)


def _reckoned(printed: Reckoned, reads: Reads) -> Reckon:
    if printed.die is not None:
        return _die(printed.die)
    if printed.plus is not None:
        a, b = (reads.amount(part) for part in printed.plus)
        return lambda game, ctx, each: a(game, ctx, each) + b(game, ctx, each)
    if printed.times is not None:
        c, d = (reads.amount(part) for part in printed.times)
        return lambda game, ctx, each: c(game, ctx, each) * d(game, ctx, each)
    name = printed.var or ""
    return lambda _game, ctx, _each: (ctx.names.get(name) or (0,))[0]


def _summed(selector: Selector, reads: Reads, worth: Callable[[Game, Card], int]) -> Reckon:
    select = reads.selector(selector)

    def summed(game: Game, ctx: Running, each: int) -> int:
        table = game.match.table
        return sum(worth(game, table[number]) for number in select(game, ctx, each))

    return summed


def _die(sides: int) -> Reckon:
    def rolled(game: Game, ctx: Running, _each: int) -> int:
        value = game.chance.roll("die", sides)[0]
        game.tell(DieRolled(seat=ctx.seat, sides=sides, value=value))
        return value

    return rolled


def found(selector: Selector, reads: Reads) -> Reckon:
    """Read how many cards a selector names. Of decks only the size is known: a filter finds nothing in them.

    Rule: TC-KEY-16 to TC-KEY-21, TC-RUL-089
    """
    select, decks = reads.selector(selector), DECKS.intersection(zones_of(selector))
    if not decks or selector.filter is not None:
        return lambda game, ctx, each: len(select(game, ctx, each))
    meant = WHO["any"] if selector.who is None else seats(selector.who)

    def counted(game: Game, ctx: Running, each: int) -> int:
        players = [game.match.players[seat] for seat in meant(game, ctx)]
        main = sum(len(player.deck) for player in players) if "main_deck" in decks else 0
        spirit = sum(len(player.spirits) for player in players) if "spirit_deck" in decks else 0
        return main + spirit + len(select(game, ctx, each))

    return counted
