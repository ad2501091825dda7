"""A player that chooses random legal commands, for tests and benchmarks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from services.tcg.chapters.decisions import Answer
from services.tcg.chapters.setup import ChooseFirst, CutDeck, Mulligan
from services.tcg.playing.entries import CANDIDATES, Entry, candidates
from services.tcg.playing.position import act
from services.tcg.state.match import Decision
from shared.kernel.messages import Command, Seat
from tests.tcg.playing import Playing

Choose = Callable[[int], int]
"""A function that returns a random number from 0 up to, but not including, its argument."""
FIRST_OR_LEFT: Final[tuple[Literal["first"], Literal["defer"]]] = ("first", "defer")


def pick(game: Playing, seat: Seat, choose: Choose) -> Command:
    """Choose a random answer to a seat's open decision: an entry of the legal list, then a value for each field.

    Entries are tried in random order until one is legal, so that each legal entry is equally probable.
    """
    decision = game.state.decisions[seat]
    if decision.kind not in CANDIDATES:
        return _choice(decision, choose)
    left = [*candidates(game, seat, decision.kind)]
    while True:
        maker, what = left.pop(choose(len(left)))
        entry = maker(game, seat, what)
        if entry is not None:
            return command_of(entry, choose)


def command_of(entry: Entry, choose: Choose) -> Command:
    """Return a command that an entry of the legal list allows, with random values for its fields."""
    if not entry.options:
        return entry.kind(**entry.body) if entry.body else entry.kind()
    body = dict(entry.body)
    for name, options in entry.options.items():
        body[name] = options[choose(len(options))]
    return entry.kind(**body)


def _choice(decision: Decision, choose: Choose) -> Command:
    """Return an answer with random options, in random order; their number is random but permitted."""
    left = list(decision.options)
    count = decision.least + choose(decision.most - decision.least + 1)
    taken = tuple([left.pop(choose(len(left))) for _ in range(count)])
    if decision.kind == "mulligan":
        return Mulligan(keep=taken)
    if decision.kind == "choose_first":
        return ChooseFirst(choice=FIRST_OR_LEFT[taken[0]])
    if decision.kind == "cut":
        return CutDeck(position=taken[0])
    return Answer(decision=decision.number, choice=taken)


def play(game: Playing, choose: Choose, *, most: int = 10_000) -> int:
    """Play a match with random choices until it is over, or up to `most` decisions; return the number of decisions.

    Shape: game: a match whose decks were submitted
    """
    match = game.state
    for count in range(most):
        if match.stage == "finished":
            return count
        seat = next(iter(match.decisions))
        game.events.clear()
        act(game, seat, pick(game, seat, choose))
    return most
