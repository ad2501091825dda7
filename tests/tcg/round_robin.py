"""Round robins of the core decks, in pairs of mirrored matches.

The two matches of a pair have the same seed and hands, and each deck goes first in one of them.

`python -m tests.tcg.round_robin FIRST LAST [PLAYER] [RELEASE] [EARLIER]` plays all pairs of decks for the seeds from
`FIRST` up to `LAST`, in all response windows, and prints

- how often each deck wins, and how often the player who goes first wins;
- the cards that change their deck's rate of wins most when they are drawn.

A player is `greedy`, or `search` with its strength, as in `search-1`. A release is a file of
`services/tcg/catalogue/sets`, by default the current one. If an earlier release is given, its matches are played as
well, and the differences between matches of the same seed are printed.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations, count, islice
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple, TypeAlias

from services.tcg.catalogue.sets import CardSet
from services.tcg.catalogue.starter import CORE_DECKS, SETS, our_set
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.hands import CardsDrawn
from services.tcg.chapters.opening import MatchCreated, SeatJoined
from services.tcg.chapters.setup import ChooseFirst
from services.tcg.forms import NEWEST
from services.tcg.playing.asking import question_of
from services.tcg.playing.position import PlayedMatch, act
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from services.tcg.words import DeckList
from shared.kernel.messages import Command, Seat
from shared.kernel.players.position import Player, Question
from tests.tcg.contests import player_of, tape
from tests.tcg.playing import fold

SEATS: Final = ("ann", "bob")
FAR: Final = 12
"""How many cards the table lists."""
NORMAL: Final = 1.96
"""Half the width of a 95 % interval, in standard errors."""

Of: TypeAlias = Callable[["Played"], Iterable[float]]


class Played(NamedTuple):
    """A finished match.

    It has the seed, both decks, the seat that went first, the winner, and the cards that each seat drew.
    """

    number: int
    decks: tuple[str, str]
    first: Seat
    winner: Seat | None
    turns: int
    drawn: Mapping[Seat, set[str]]

    def won(self, seat: Seat) -> float:
        """Return 1 if a seat won, 0 if it lost, and a half for a draw."""
        return 0.5 if not self.winner else float(self.winner == seat)


def round_robin(numbers: Iterable[int], player: Player, release: str = SETS.name) -> Iterator[Played]:
    """Play all pairs of the core decks for these seeds, each pair twice."""
    cards, decks = our_set("house", release, cards="core"), SETS.set_named(release).sets["core"].decks
    for number in numbers:
        for pair in combinations(CORE_DECKS, 2):
            one, other = pair[::-1] if number % 2 else pair
            for first in SEATS:
                game = PlayedMatch(_opened(cards), tape(number))
                drawn: dict[Seat, set[str]] = {seat: set() for seat in SEATS}
                choose = _seeded(player, number)
                for command, seat in _commands(game, (decks[one], decks[other]), first, choose):
                    act(game, seat, command)
                    for event in game.events:
                        if isinstance(event, CardsDrawn):
                            drawn[event.seat].update(event.cards.open())
                    game.events.clear()
                yield Played(number, (one, other), first, game.state.winner, game.state.turn, drawn)


def _commands(
    game: PlayedMatch, decks: Sequence[DeckList], first: Seat, choose: Callable[[Question], Command]
) -> Iterator[tuple[Command, Seat]]:  # fmt: skip
    """Yield the commands of a match in which the given seat goes first, each with its seat."""
    yield from ((SubmitDeck(deck=deck), seat) for seat, deck in zip(SEATS, decks, strict=True))
    while not game.over:
        seat = next(iter(game.state.decisions))
        if game.state.decisions[seat].kind == "choose_first":
            yield ChooseFirst(choice="first" if seat == first else "defer"), seat
            continue
        yield choose(question_of(game.state, seat, open_lists=True)), seat


def _seeded(player: Player, number: int) -> Callable[[Question], Command]:
    """Return a function that chooses as a player does, with its own seeds for each match."""
    asked = count()
    return lambda question: player(question, sha256(b"%d %d" % (number, next(asked))).digest()).command


def _opened(cards: CardSet) -> Match:
    created = MatchCreated(settings=MatchSettings(), card_set=cards.hash, cards=cards.text)
    return fold(
        Match(form=NEWEST, catalogue=SETS.name).mutable_copy(), (created, *(SeatJoined(seat=seat) for seat in SEATS))
    )


# ---------------------------------------------------------------- tables


def wins_of(deck: str, *going_first: bool) -> Of:
    """Return a function that measures how often a deck wins, going first, going second, or in both cases."""
    return lambda one: [
        one.won(seat) for seat, brought in zip(SEATS, one.decks, strict=True)
        if brought == deck and (one.first == seat) in going_first
    ]  # fmt: skip


MEASURES: Final[Mapping[str, Of]] = {
    "who goes first": lambda one: [one.won(one.first)],
    **{deck: wins_of(deck, True, False) for deck in CORE_DECKS},
    **{f"{deck}, going first": wins_of(deck, True) for deck in CORE_DECKS},
    **{f"{deck}, going second": wins_of(deck, False) for deck in CORE_DECKS},
}


def shares(played: Iterable[Played], measure: Of) -> Mapping[object, float]:
    """Return the mean of a measure for each pair of mirrored matches."""
    found = defaultdict[object, list[float]](list)
    for one in played:
        found[one.number, one.decks].extend(measure(one))
    return {key: fmean(values) for key, values in found.items() if values}


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some values, and half the width of its 95 % confidence interval."""
    return fmean(values), NORMAL * stdev(values) / sqrt(len(values)) if len(values) > 1 else 1.0


def offsets(played: Sequence[Played]) -> Mapping[str, tuple[float, float, int]]:
    """Return for each card how its deck's rate of wins changes if it is drawn, sorted by the size of the change.

    Shape: (change, half the width of its 95 % interval, number of matches)
    """
    rates, found = {deck: fmean(shares(played, MEASURES[deck]).values()) for deck in CORE_DECKS}, {}
    won = defaultdict[str, list[float]](list)
    for one in played:
        for deck, seat in zip(one.decks, SEATS, strict=True):
            for card in one.drawn[seat]:
                won[f"{deck}: {card}"].append(one.won(seat) - rates[deck])
    for card, values in won.items():
        found[card] = (fmean(values), NORMAL / 2 / sqrt(len(values)), len(values))
    return dict(sorted(found.items(), key=lambda item: -abs(item[1][0])))


def lines_of(played: Sequence[Played], before: Sequence[Played] = ()) -> Iterator[str]:
    """Yield the lines of the table: the measures, and the cards with the largest effect.

    With `before`, each measure also has its difference from the earlier matches.
    """
    yield f"{len(played)} matches, {fmean(one.turns for one in played):.1f} turns"
    for name, measure in MEASURES.items():
        now, then = shares(played, measure), shares(before, measure)
        mean, half = interval([*now.values()])
        line = f"{name:24} {mean:6.1%} ± {half:5.1%}"
        if then:
            mean, half = interval([now[key] - then[key] for key in now])
            line += f"   before {fmean(then.values()):6.1%}, difference {mean:+6.1%} ± {half:5.1%}"
        yield line
    for card, (mean, half, matches) in islice(offsets(played).items(), FAR):
        yield f"  {card:32} {mean:+6.1%} ± {half:5.1%} of {matches}"


def main(first: str, last: str, player: str = "greedy", *releases: str) -> None:
    """Play a round robin, or two with different releases, and print the table."""
    numbers = range(int(first), int(last))
    played = [[*round_robin(numbers, player_of(player), release)] for release in releases or (SETS.name,)]
    sys.stdout.write("".join(f"{line}\n" for line in lines_of(*played)))


if __name__ == "__main__":
    main(*sys.argv[1:])
