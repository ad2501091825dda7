"""Random matches with the starter decks, in this process: games and decisions per second on one core, and folds.

The rules, the checks and the legal list are those of the service. Each seat may respond in every window or, if
it stops in no window, only makes its own moves and choices. `make compiled` and then `ARBITER_COMPILED=yes make
bench` measures the compiled rules.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Final

from services.gateway import compiled
from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.agreement import SetStops
from services.tcg.playing.position import act
from services.tcg.state.match import Match
from shared.kernel.chance import SeedTape
from shared.kernel.messages import Event
from tests.tcg.playing import Playing, fold, new_game
from tests.tcg.policy import Choose, pick, play

from .rows import Bar, Row, row
from .turns import in_turn

DIGEST: Final = bytes(32)
GAMES: Final = Bar("at least", 300, of="ours")
ASKED: Final = Bar("at least", 200, of="ours")
DECISIONS: Final = Bar("at least", 20_000, of="ours")
MATCHES: Final = 60
FOLDS: Final = "folding its events"
AS_FOLDS: Final = Bar("at most", 15.0)
AGAIN: Final = 8
"""The number of matches that are played or folded in one turn."""
NOTE: Final = (
    "one core's processor time; two starter decks, 46 cards a side; all rules, checks and events of the service; "
    f"compiled: {compiled.describe()}"
)


def rows(*, rounds: int) -> list[Row]:
    """Measure every row."""
    asked = [_play(number, stops=None) for number in range(rounds)]
    open_only = [_play(number, stops=()) for number in range(rounds)]
    return [
        row(
            "tcg: random matches, asked in all windows",
            "games/s",
            [one[0] for one in asked],
            bar=ASKED,
            note=NOTE,
        ),
        row("tcg: decisions, asked in all windows", "1/s", [one[1] for one in asked], bar=DECISIONS, note=NOTE),
        row("tcg: random matches, asked in no window", "games/s", [one[0] for one in open_only], bar=GAMES, note=NOTE),
        row("tcg: decisions, asked in no window", "1/s", [one[1] for one in open_only], bar=DECISIONS, note=NOTE),
        row("tcg: events folded in process", "1/s", [_fold(number) for number in range(rounds)], note=NOTE),
        _beside_folds(rounds),
    ]


def _beside_folds(rounds: int) -> Row:
    """Compare playing a match with folding its events, in turns."""
    taken = in_turn({"played": _played_again, FOLDS: _folded_again}, rounds)
    return row(
        "tcg: a random match, asked in all windows", "ms", taken["played"], peer=FOLDS, theirs=taken[FOLDS],
        bar=AS_FOLDS, note=NOTE,
    )  # fmt: skip


def open_match(number: int, stops: tuple[()] | None = None) -> Playing:
    """Open a match of the two starter decks. `stops` decides whether seats may respond in all windows or in none."""
    tape = SeedTape(seed=number.to_bytes(32, "big"), digest=DIGEST, version=0)
    game = new_game({"ann": DECKS["lantern"], "bob": DECKS["tide"]}, tape)
    if stops is not None:
        for seat in game.state.order:
            act(game, seat, SetStops(windows=stops))
    return game


def chooser(seed: int) -> Choose:
    """Return a function that chooses at random; the same seed makes the same choices."""
    chance = random.Random(seed).random
    return lambda count: int(chance() * count)


def _play(number: int, stops: tuple[()] | None) -> tuple[float, float]:
    """Play matches, including their openings; return games and decisions per second of processor time."""
    decisions, begun = 0, time.process_time()
    for match in range(MATCHES):
        decisions += play(open_match(number * MATCHES + match, stops), chooser(number * MATCHES + match))
    taken = time.process_time() - begun
    return MATCHES / taken, decisions / taken


def _fold(number: int) -> float:
    """Fold the events of a match repeatedly."""
    found, match = _events_of_a_match(number)
    begun, folds = time.perf_counter(), 0
    while time.perf_counter() - begun < 0.2:
        fold(match.mutable_copy(), found)
        folds += 1
    return folds * len(found) / (time.perf_counter() - begun)


def _played_again() -> float:
    """Return the processor time of playing the matches again, including their openings. Units: milliseconds."""
    begun = time.process_time()
    for number in range(AGAIN):
        play(open_match(number), chooser(number))
    return (time.process_time() - begun) / AGAIN * 1000


def _folded_again() -> float:
    """Return the processor time of folding the same matches. Units: milliseconds."""
    matches = [_events_of_a_match(number) for number in range(AGAIN)]
    begun = time.process_time()
    for found, match in matches:
        fold(match.mutable_copy(), found)
    return (time.process_time() - begun) / AGAIN * 1000


def _events_of_a_match(number: int) -> tuple[Sequence[Event], Match]:
    """Play a match; return its events, and the state before them."""
    choose, game = chooser(number), open_match(number)
    begin, found = game.state.mutable_copy(), list[Event]()
    while not game.over:
        game.events.clear()
        seat = next(iter(game.state.decisions))
        act(game, seat, pick(game, seat, choose))
        found += game.events
    return found, begin
