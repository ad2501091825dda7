"""Round robins of the core decks, in pairs of mirrored matches.

The two matches of a pair have the same seed and hands, and each deck goes first in one of them.

`python -m tests.tcg.round_robin FIRST LAST [PLAYER] [RELEASE] [EARLIER]` plays all pairs of decks for the seeds from
`FIRST` up to `LAST`, in all response windows, and prints

- how often each deck wins, and how often the player who goes first wins;
- the cards that change their deck's rate of wins most when they are drawn.

A deck draws the same cards in all matches of a seed, so these matches depend on each other. Each interval has 95 % and
is taken over seeds: only the means of whole seeds count as independent values (a cluster-robust standard error), and
the quantile is that of Student's distribution for this number of seeds.

A player is `greedy`, or `search` with its strength, as in `search-1`. A release is a file of
`services/tcg/catalogue/sets`, by default the current one. If an earlier release is given, its matches are played as
well, and the differences between matches of the same seed are printed.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import combinations, count, islice
from math import atan, cos, pi, sin, sqrt
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
"""Half the width of a 95 % interval, in standard errors, if there are many independent values."""
INSIDE: Final = 0.95
"""The probability that an interval contains the true value."""

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
                game = PlayedMatch(open_core_match(cards), tape(number))
                drawn: dict[Seat, set[str]] = {seat: set() for seat in SEATS}
                choose = _seeded(player, number)
                for command, seat in commands_of_match(game, (decks[one], decks[other]), first, choose):
                    act(game, seat, command)
                    for event in game.events:
                        if isinstance(event, CardsDrawn):
                            drawn[event.seat].update(event.cards.open())
                    game.events.clear()
                yield Played(number, (one, other), first, game.state.winner, game.state.turn, drawn)


def commands_of_match(
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


def open_core_match(cards: CardSet) -> Match:
    """Return a new match of two seats with these cards and the default settings."""
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


def shares(played: Iterable[Played], measure: Of) -> Mapping[int, float]:
    """Return the mean of a measure for each seed."""
    found = defaultdict[int, list[float]](list)
    for one in played:
        found[one.number].extend(measure(one))
    return {number: fmean(values) for number, values in found.items() if values}


def interval(values: Sequence[float], quantile: float = NORMAL) -> tuple[float, float]:
    """Return the mean of independent values, and half the width of its confidence interval."""
    return fmean(values), quantile * stdev(values) / sqrt(len(values)) if len(values) > 1 else 1.0


def interval_over(seeds: Mapping[int, float]) -> tuple[float, float]:
    """Return the mean of one value for each seed, and half the width of its 95 % confidence interval."""
    return interval([*seeds.values()], quantile_of(len(seeds) - 1))


@cache
def quantile_of(freedom: int) -> float:
    """Return half the width of a 95 % interval in estimated standard errors, by Student's distribution."""
    low, high = NORMAL, 13.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if freedom and _within(middle, freedom) < INSIDE else (low, middle)
    return high


def _within(errors: float, freedom: int) -> float:
    """Return the probability that Student's distribution gives a value of at most this size.

    Source: Abramowitz, Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4
    """
    angle, even = atan(errors / sqrt(freedom)), freedom % 2 == 0
    term, total = 1.0 if even else cos(angle), 0.0
    for power in range(0 if even else 1, freedom - 1, 2):
        total += term
        term *= cos(angle) ** 2 * (power + 1) / (power + 2)
    return sin(angle) * total if even else 2 / pi * (angle + sin(angle) * total)


def offsets(played: Sequence[Played]) -> Mapping[str, tuple[float, float, int]]:
    """Return for each card how its deck's rate of wins changes if it is drawn, sorted by the size of the change.

    A change is the difference of two means over matches, and a seed's influence on it is what the seed's matches add to
    these means. The interval comes from the sum of the squared influences of all seeds.

    Shape: (change, half the width of its 95 % interval, number of matches)
    """
    seen = defaultdict[str, list[tuple[int, float, set[str]]]](list)
    for one in played:
        for deck, seat in zip(one.decks, SEATS, strict=True):
            seen[deck].append((one.number, one.won(seat), one.drawn[seat]))
    found = {}
    for deck, matches in seen.items():
        rate = fmean(won for _, won, _ in matches)
        for card in {card for _, _, drawn in matches for card in drawn}:
            having = [(number, won) for number, won, drawn in matches if card in drawn]
            mean = fmean(won for _, won in having)
            influences = dict.fromkeys((number for number, _, _ in matches), 0.0)
            for number, won in having:
                influences[number] += (won - mean) / len(having)
            for number, won, _ in matches:
                influences[number] -= (won - rate) / len(matches)
            half = _half_of(influences)
            found[f"{deck}: {card}"] = (mean - rate, half, len(having))
    return dict(sorted(found.items(), key=lambda item: (-abs(item[1][0]), item[0])))


def _half_of(influences: Mapping[int, float]) -> float:
    """Return half the width of the 95 % interval of a change, from the influence of each seed on it."""
    seeds = len(influences)
    if seeds < 2:
        return 1.0
    return quantile_of(seeds - 1) * sqrt(seeds / (seeds - 1) * sum(one * one for one in influences.values()))


def lines_of(played: Sequence[Played], before: Sequence[Played] = ()) -> Iterator[str]:
    """Yield the lines of the table: the measures, and the cards with the largest effect.

    With `before`, each measure also has its difference from the earlier matches.
    """
    yield f"{len(played)} matches, {fmean(one.turns for one in played):.1f} turns"
    for name, measure in MEASURES.items():
        now, then = shares(played, measure), shares(before, measure)
        mean, half = interval_over(now)
        line = f"{name:24} {mean:6.1%} ± {half:5.1%}"
        if then:
            mean, half = interval_over({number: now[number] - then[number] for number in now})
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
