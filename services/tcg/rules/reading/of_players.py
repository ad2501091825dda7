"""Conditions of players: each holds where it holds for one of those meant; for `each_opponent`, for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any as AnyTest
from typing import Final, TypeAlias

from services.tcg.agenda import Running
from services.tcg.cards.language import (
    HandCount,
    MainDeckCount,
    Players,
    SaviorSide,
    SpiritDeckCount,
    VoidCount,
    Who,
    ZoneOpen,
)
from services.tcg.rules.terms import Game, Holds
from services.tcg.state.match import Player

from .reads import CMP, Reads

Counted: TypeAlias = Callable[[Game, Player], int]


def _of_players(who: Who, reads: Reads, test: Callable[[Game, Running, Player, int], bool]) -> Holds:
    """Give whether a test holds for one of the players meant, or for all of "each opponent". Rule: TC-RUL-045."""
    seats, every = reads.who(who), who == "each_opponent"

    def holds(game: Game, ctx: Running, each: int) -> bool:
        players, named = game.match.players, seats(game, ctx)
        passed = (test(game, ctx, players[seat], each) for seat in named)
        return bool(named) and (all(passed) if every else any(passed))

    return holds


def _counting(count: Counted) -> Callable[..., Holds]:
    def reader(test: AnyTest, reads: Reads) -> Holds:  # noqa: ANN401 a test with `who`, `cmp` and `n`
        compare, n = CMP[test.cmp], reads.amount(test.n)
        return _of_players(
            test.who, reads, lambda game, ctx, player, each: compare(count(game, player), n(game, ctx, each))
        )

    return reader


def _hand_count(test: HandCount, reads: Reads) -> Holds:
    """Rule: TC-SPI-02, TC-RUL-085."""
    back = test.back

    def count(game: Game, player: Player) -> int:
        if back == "any":
            return len(player.hand)
        table, printed = game.match.table, game.pool.printed
        return sum(printed[table[number].card].back == back for number in player.hand)

    return _counting(count)(test, reads)


def _zone_open(test: ZoneOpen, reads: Reads) -> Holds:
    """Rule: TC-FORM-03, TC-CMD-05."""
    if test.zone == "form":
        return _of_players(test.who, reads, lambda _game, _ctx, player, _each: 0 in player.forms)
    return _of_players(test.who, reads, lambda _game, _ctx, player, _each: 0 in player.commands)


def _savior_side(test: SaviorSide, reads: Reads) -> Holds:
    boundless = test.side == "boundless"

    def shows(game: Game, _ctx: Running, player: Player, _each: int) -> bool:
        card = game.match.table.get(player.savior)
        return card is not None and card.boundless is boundless

    return _of_players(test.who, reads, shows)


def _players(test: Players, reads: Reads) -> Holds:
    compare, n = CMP[test.cmp], reads.amount(test.n)

    def left(game: Game, ctx: Running, each: int) -> bool:
        return compare(sum(not player.lost for player in game.match.players.values()), n(game, ctx, each))

    return left


CONDITIONS: Final[Mapping[type, Callable[[AnyTest, Reads], Holds]]] = {
    ZoneOpen: _zone_open,
    VoidCount: _counting(lambda _game, player: len(player.void)),
    SpiritDeckCount: _counting(lambda _game, player: len(player.spirits)),
    MainDeckCount: _counting(lambda _game, player: len(player.deck)),
    HandCount: _hand_count,
    SaviorSide: _savior_side,
    Players: _players,
}
"""How each condition of a player is read."""
