"""Readers of conditions on players.

A condition is met if at least one of the players meets it. For `each_opponent`, all opponents must meet it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any as AnyTest
from typing import Final, TypeAlias

from services.tcg.catalogue.language.conditions import (
    HandCount,
    MainDeckCount,
    Players,
    SaviorSide,
    SpiritDeckCount,
    VoidCount,
    Who,
    ZoneOpen,
)
from services.tcg.chapters.reading.reads import CMP, Reads
from services.tcg.chapters.terms import Holds, MatchContext
from services.tcg.state.match import Player
from services.tcg.state.tasks import Running

Counted: TypeAlias = Callable[[MatchContext, Player], int]


def _of_players(who: Who, reads: Reads, test: Callable[[MatchContext, Running, Player, int], bool]) -> Holds:
    """Return a function that tests whether at least one of the players passes a test.

    For "each opponent", all opponents must pass the test.

    Rule: TC-RUL-045
    """
    seats, every = reads.who(who), who == "each_opponent"

    def holds(ctx: MatchContext, running: Running, each: int) -> bool:
        players, named = ctx.state.players, seats(ctx, running)
        for seat in named:
            passed = test(ctx, running, players[seat], each)
            if passed != every:
                return passed
        return every and bool(named)

    return holds


def _counting(count: Counted) -> Callable[..., Holds]:
    def reader(test: AnyTest, reads: Reads) -> Holds:  # noqa: ANN401 a test with `who`, `cmp` and `n`
        compare, n = CMP[test.cmp], reads.amount(test.n)
        return _of_players(
            test.who, reads, lambda ctx, running, player, each: compare(count(ctx, player), n(ctx, running, each))
        )

    return reader


def _hand_count(test: HandCount, reads: Reads) -> Holds:
    """Return a function that compares the number of cards in a hand with an amount. Rule: TC-SPI-02, TC-RUL-085."""
    back = test.back

    def count(ctx: MatchContext, player: Player) -> int:
        if back == "any":
            return len(player.hand)
        table, printed = ctx.state.table, ctx.pool.printed
        return sum(printed[table[number].card].back == back for number in player.hand)

    return _counting(count)(test, reads)


def _zone_open(test: ZoneOpen, reads: Reads) -> Holds:
    """Return a function that tests whether a player has an open zone of this kind. Rule: TC-FORM-03, TC-CMD-05."""
    if test.zone == "form":
        return _of_players(test.who, reads, lambda _ctx, _running, player, _each: 0 in player.forms)
    return _of_players(test.who, reads, lambda _ctx, _running, player, _each: 0 in player.commands)


def _savior_side(test: SaviorSide, reads: Reads) -> Holds:
    boundless = test.side == "boundless"

    def shows(ctx: MatchContext, _running: Running, player: Player, _each: int) -> bool:
        card = ctx.state.table.get(player.savior)
        return card is not None and card.boundless is boundless

    return _of_players(test.who, reads, shows)


def _players(test: Players, reads: Reads) -> Holds:
    compare, n = CMP[test.cmp], reads.amount(test.n)

    def compare_players(ctx: MatchContext, running: Running, each: int) -> bool:
        return compare(sum(not player.lost for player in ctx.state.players.values()), n(ctx, running, each))

    return compare_players


CONDITIONS: Final[Mapping[type, Callable[[AnyTest, Reads], Holds]]] = {
    ZoneOpen: _zone_open,
    VoidCount: _counting(lambda _ctx, player: len(player.void)),
    SpiritDeckCount: _counting(lambda _ctx, player: len(player.spirits)),
    MainDeckCount: _counting(lambda _ctx, player: len(player.deck)),
    HandCount: _hand_count,
    SaviorSide: _savior_side,
    Players: _players,
}
"""The reader of each kind of condition on players."""
