"""Contests of two computer players with the core decks, in all response windows.

`python -m tests.tcg.core_contests ONE OTHER PAIRS [FIRST]` plays this many pairs of matches, beginning with the seed
`FIRST`, and prints after each pair the share of matches won by the first player. Both matches of a pair have the same
seed, decks and player who goes first, and the players swap seats. A player is `random`, `greedy`, or `search` with its
strength, as in `search-3`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import count, islice, product
from typing import Final

from services.tcg.catalogue.sets import CardSet
from services.tcg.catalogue.starter import CORE_DECKS, SETS, our_set
from services.tcg.playing.position import PlayedMatch, act
from services.tcg.words import DeckList
from shared.kernel.messages import Command, Seat
from shared.kernel.players.position import Player, Question
from tests.tcg.contests import player_of, points, print_progress, tape
from tests.tcg.round_robin import SEATS, commands_of_match, open_core_match

PAIRS_OF_DECKS: Final = [*product(CORE_DECKS, repeat=2)]
STRIDE: Final = 7
"""The distance in `PAIRS_OF_DECKS` between the decks of two seeds in a row, so that few seeds have many decks."""


def shares(one: Player, other: Player, first: int) -> Iterator[float]:
    """Yield the first player's share of wins in each pair of matches, beginning with the seed `first`."""
    cards = our_set("house", SETS.name, cards="core")
    lists = SETS.set_named(SETS.name).sets["core"].decks
    for number in count(first):
        named = PAIRS_OF_DECKS[STRIDE * number % len(PAIRS_OF_DECKS)]
        decks = [lists[deck] for deck in named]
        ann, bob = SEATS
        won = [
            points(ann, _winner(cards, decks, {ann: one, bob: other}, number)),
            points(bob, _winner(cards, decks, {ann: other, bob: one}, number)),
        ]
        yield sum(won) / len(won)


def _winner(cards: CardSet, decks: Sequence[DeckList], players: Mapping[Seat, Player], number: int) -> Seat | None:
    """Play a match, and return the seat that wins, or nothing for a draw."""
    asked = count(1)

    def choose(question: Question) -> Command:
        seed = sha256(b"a %d %d" % (number, next(asked))).digest()
        return players[question.seat](question, seed).command

    game = PlayedMatch(open_core_match(cards), tape(number))
    for command, seat in commands_of_match(game, decks, SEATS[number % 2], choose):
        act(game, seat, command)
        game.events.clear()
    return game.state.winner


def main(one: str, other: str, pairs: str, first: str = "0") -> None:
    """Play a contest, and print its progress."""
    print_progress(one, other, islice(shares(player_of(one), player_of(other), int(first)), int(pairs)))


if __name__ == "__main__":
    main(*sys.argv[1:])
