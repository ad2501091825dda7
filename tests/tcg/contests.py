"""Contests of two players: pairs of matches with the same seed, in which they swap decks."""

from __future__ import annotations

from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.agreement import SetStops
from services.tcg.playing.asking import question_of
from services.tcg.playing.position import act
from services.tcg.words import DeckList
from shared.kernel.chance import SeedTape
from shared.kernel.messages import Seat
from shared.kernel.players.luck import Luck
from shared.kernel.players.position import Player
from tests.tcg.playing import new_game


def decks() -> dict[Seat, DeckList]:
    """Return the starter decks of two seats."""
    return {"ann": DECKS["lantern"], "bob": DECKS["tide"]}


def tape(number: int) -> SeedTape:
    """Return a seeded tape."""
    return SeedTape(seed=number.to_bytes(32, "big"), digest=bytes(32), version=0)


def share_won(one: Player, other: Player, pairs: int, *, asked: bool) -> float:
    """Play pairs of matches with the decks swapped; return the share that the first player wins."""
    won = 0.0
    for number in range(pairs):
        for who in ({"ann": one, "bob": other}, {"ann": other, "bob": one}):
            game = new_game(decks(), tape(number))
            for seat in () if asked else tuple(game.state.order):
                act(game, seat, SetStops(windows=()))
            luck = Luck(b"pair %d" % number)
            while not game.over:
                seat = next(iter(game.state.decisions))
                game.events.clear()
                act(game, seat, who[seat](question_of(game.state, seat, open_lists=True), luck.seed()).command)
            won += 0.5 if not game.state.winner else who[game.state.winner] is one
    return won / pairs / 2
