"""Contests of two computer players with the core decks, in all response windows.

`python -m tests.tcg.core_contests ONE OTHER PAIRS [FIRST]` plays this many pairs of matches, beginning with the seed
`FIRST`, and prints after each pair the share of matches won by the first player. Both matches of a pair have the same
seed, decks and player who goes first, and the players swap seats. A player is `random`, `greedy`, or `search` with its
strength, as in `search-3`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import count, islice, product
from typing import Final

from services.tcg.catalogue.sets import CardSet
from services.tcg.catalogue.starter import CORE_DECKS, SETS, our_set
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.setup import ChooseFirst
from services.tcg.playing.asking import question_of
from services.tcg.playing.position import PlayedMatch, act
from services.tcg.words import DeckList
from shared.kernel.messages import Seat
from shared.kernel.players.position import Player
from tests.tcg.contests import interval, player_of, tape
from tests.tcg.round_robin import SEATS, open_core_match

PAIRS_OF_DECKS: Final = [*product(CORE_DECKS, repeat=2)]
STRIDE: Final = 7
"""The distance in `PAIRS_OF_DECKS` between the decks of two seeds in a row, so that few seeds have many decks."""


def shares(one: Player, other: Player, first: int) -> Iterator[float]:
    """Yield the first player's share of wins in each pair of matches, beginning with the seed `first`."""
    cards = our_set("house", SETS.name, cards="core")
    lists = SETS.set_named(SETS.name).sets["core"].decks
    for number in count(first):
        named = PAIRS_OF_DECKS[STRIDE * number % len(PAIRS_OF_DECKS)]
        decks = {seat: lists[deck] for seat, deck in zip(SEATS, named, strict=True)}
        ann, bob = SEATS
        won = [
            _points(ann, _winner(cards, decks, {ann: one, bob: other}, number)),
            _points(bob, _winner(cards, decks, {ann: other, bob: one}, number)),
        ]
        yield sum(won) / len(won)


def _points(seat: Seat, winner: Seat | None) -> float:
    return 0.5 if not winner else float(winner == seat)


def _winner(cards: CardSet, decks: Mapping[Seat, DeckList], players: Mapping[Seat, Player], number: int) -> Seat | None:
    """Play a match, and return the seat that wins, or nothing for a draw."""
    game, first = PlayedMatch(open_core_match(cards), tape(number)), SEATS[number % 2]
    for seat, deck in decks.items():
        act(game, seat, SubmitDeck(deck=deck))
    asked = 0
    while not game.over:
        game.events.clear()
        seat = next(iter(game.state.decisions))
        if game.state.decisions[seat].kind == "choose_first":
            act(game, seat, ChooseFirst(choice="first" if seat == first else "defer"))
            continue
        asked += 1
        seed = sha256(b"a %d %d" % (number, asked)).digest()
        act(game, seat, players[seat](question_of(game.state, seat, open_lists=True), seed).command)
    return game.state.winner


def main(one: str, other: str, pairs: str, first: str = "0") -> None:
    """Play a contest, and print its progress."""
    found = []
    for share in islice(shares(player_of(one), player_of(other), int(first)), int(pairs)):
        found.append(share)
        low, high = interval(found)
        won, played = 2 * sum(found), 2 * len(found)
        sys.stdout.write(f"{one} against {other}: {won:g} of {played}, {won / played:.1%} ({low:.1%} to {high:.1%})\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
