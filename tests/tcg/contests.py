"""Contests of two computer players: pairs of matches with the same seed, between which the players swap decks.

`python -m tests.tcg.contests ONE OTHER PAIRS [FIRST]` plays this many pairs without response windows, beginning with
the seed `FIRST`, and prints after each pair the share of matches won by the first player. A player is `random`,
`greedy`, or `search` with its strength, as in `search-3`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import exp, log
from typing import Final

from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.agreement import SetStops
from services.tcg.playing.asking import question_of
from services.tcg.playing.position import act
from services.tcg.words import DeckList
from shared.kernel.chance import SeedTape
from shared.kernel.messages import Seat
from shared.kernel.players.luck import Luck
from shared.kernel.players.position import Player
from shared.kernel.players.search import search_player
from shared.kernel.players.simple import greedy_player, random_player
from tests.tcg.playing import new_game


def decks() -> dict[Seat, DeckList]:
    """Return the starter decks of two seats."""
    return {"ann": DECKS["lantern"], "bob": DECKS["tide"]}


def tape(number: int) -> SeedTape:
    """Return a tape of random numbers with this seed."""
    return SeedTape(seed=number.to_bytes(32, "big"), digest=bytes(32), version=0)


def share_won(one: Player, other: Player, pairs: int, *, asked: bool) -> float:
    """Play pairs of matches with the decks swapped; return the share of matches won by the first player."""
    return sum(islice(shares(one, other, asked=asked), pairs)) / pairs


def wins(one: Player, other: Player, least: int, pairs: int, *, asked: bool) -> bool:
    """Play pairs of matches with the decks swapped; return whether the first player wins a share of at least `least`.

    Stop before `pairs` pairs as soon as the remaining matches cannot change the result.
    """
    won = 0.0
    for share in islice(shares(one, other, asked=asked), pairs):
        won += 2 * share
        if won >= least:
            return True
    return False


def shares(one: Player, other: Player, *, asked: bool, first: int = 0) -> Iterator[float]:
    """Yield the first player's share of wins in each pair of matches, beginning with the seed `first`."""
    number = first
    while True:
        both = [_share_won_of(one, other, number, who, asked=asked) for who in ("ann", "bob")]
        yield sum(both) / len(both)
        number += 1


def _share_won_of(one: Player, other: Player, number: int, seat: Seat, *, asked: bool) -> float:
    """Play a match with the first player in `seat`; return 1 if it wins, 0 if it loses, else a half."""
    game = new_game(decks(), tape(number))
    for each in () if asked else tuple(game.state.order):
        act(game, each, SetStops(windows=()))
    luck = Luck(b"pair %d" % number)
    while not game.over:
        awaited = next(iter(game.state.decisions))
        game.events.clear()
        player = one if awaited == seat else other
        act(game, awaited, player(question_of(game.state, awaited, open_lists=True), luck.seed()).command)
    return points(seat, game.state.winner)


def points(seat: Seat, winner: Seat | None) -> float:
    """Return what a match counts for a seat: 1 if it won, 0 if it lost, and a half for a draw."""
    return 0.5 if not winner else float(winner == seat)


BETS: Final = tuple(bet / 10 for bet in range(-9, 10))
"""The fractions of their wealth that bettors stake; a negative one is a bet that the mean is below the claimed one."""
STEPS: Final = 200
"""The number of steps into which the range of shares from 0 to 1 is divided."""
ALPHA: Final = 0.05
"""The probability that any interval computed during a contest misses the true share."""


def interval(found: Sequence[float]) -> tuple[float, float]:
    """Return a confidence interval of a mean share. It stays valid even if it is computed again after each pair.

    The interval omits each share against which a bettor has become `1 / ALPHA` times as rich (Ville's inequality).

    Source: Waudby-Smith, Ramdas, Estimating means of bounded random variables by betting, JRSS B 86(1), 2024
    """
    kept = [step / STEPS for step in range(1, STEPS) if wealth(found, step / STEPS) < 1 / ALPHA]
    return (kept[0] - 1 / STEPS, kept[-1] + 1 / STEPS) if kept else (0.0, 1.0)


def wealth(found: Sequence[float], mean: float) -> float:
    """Return the final wealth of a bettor who starts with 1 and spreads it evenly over all bets.

    Each bet is fair if `mean` is the true mean share.
    """
    stakes = [bet / (mean if bet > 0 else 1 - mean) for bet in BETS]
    return sum(exp(sum(log(1 + stake * (one - mean)) for one in found)) for stake in stakes) / len(stakes)


def player_of(word: str) -> Player:
    """Return the computer player with this name, as written on the command line."""
    name, _, strength = word.partition("-")
    return (
        search_player(int(strength)) if name == "search" else {"random": random_player, "greedy": greedy_player}[name]
    )


def main(one: str, other: str, pairs: str, first: str = "0") -> None:
    """Play a contest, and print its progress."""
    won = shares(player_of(one), player_of(other), asked=False, first=int(first))
    print_progress(one, other, islice(won, int(pairs)))


def print_progress(one: str, other: str, won: Iterable[float]) -> None:
    """Print the share of matches that the first player has won so far, after each pair of matches."""
    found = []
    for share in won:
        found.append(share)
        low, high = interval(found)
        points_won, count = 2 * sum(found), 2 * len(found)
        share_of_all = f"{points_won / count:.1%} ({low:.1%} to {high:.1%})"
        sys.stdout.write(f"{one} against {other}: {points_won:g} of {count}, {share_of_all}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
