"""A player that picks at random among what is legal: for tests, benches and simulations, in process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal

from services.tcg import catalogue
from services.tcg.cards.sets import compose
from services.tcg.commands import Answer, ChooseFirst, CutDeck, Mulligan, SubmitDeck
from services.tcg.events import MatchCreated, SeatJoined
from services.tcg.legal.entries import CANDIDATES, Entry, candidates
from services.tcg.rules import judging
from services.tcg.rules.game import Game
from services.tcg.settings import MatchSettings
from services.tcg.state import EVOLVE
from services.tcg.state.match import Decision, Match
from services.tcg.words import DeckList
from shared.kernel.chance import Chance
from shared.kernel.messages import Command, Event, Seat

Choose = Callable[[int], int]
"""Gives a number below the one it is handed."""
FIRST_OR_LEFT: Final[tuple[Literal["first"], Literal["defer"]]] = ("first", "defer")


def new_game(decks: Mapping[Seat, DeckList], chance: Chance, settings: MatchSettings | None = None) -> Game:
    """Open a match in process, with everybody's deck handed in; the seats in the order of the decks, clockwise."""
    cards = compose(catalogue.STARTER, (settings or MatchSettings()).spirit_set)
    created = MatchCreated(settings=settings or MatchSettings(), card_set=cards.hash, cards=cards.text)
    match = fold(Match().thaw(), (created, *(SeatJoined(seat=seat) for seat in decks)))
    game = Game(match, chance)
    for seat, deck in decks.items():
        judging.act(game, seat, SubmitDeck(deck=deck))
    return game


def fold(match: Match, events: Iterable[Event]) -> Match:
    """Fold events in place, into a match that may be changed."""
    for event in events:
        EVOLVE[type(event)](match, event)
    return match


def pick(game: Game, seat: Seat, choose: Choose) -> Command:
    """Pick an answer to a seat's open decision: any entry of the legal list, then any value of each field.

    What could be an entry is tried in a random order until one is: that picks each entry as often as any other.
    """
    decision = game.match.decisions[seat]
    if decision.kind not in CANDIDATES:
        return _choice(decision, choose)
    left = candidates(game, seat, decision.kind)
    while True:
        maker, what = left.pop(choose(len(left)))
        entry = maker(game, seat, what)
        if entry is not None:
            return command_of(entry, choose)


def command_of(entry: Entry, choose: Choose) -> Command:
    """Make a command of an entry, with any value of each field."""
    if not entry.options:
        return entry.kind(**entry.body)
    body = dict(entry.body)
    for name, options in entry.options.items():
        body[name] = options[choose(len(options))]
    return entry.kind(**body)


def _choice(decision: Decision, choose: Choose) -> Command:
    """Take any number of the options that may be taken, in any order."""
    left = list(decision.options)
    count = decision.least + choose(decision.most - decision.least + 1)
    taken = tuple(left.pop(choose(len(left))) for _ in range(count))
    if decision.kind == "mulligan":
        return Mulligan(keep=taken)
    if decision.kind == "choose_first":
        return ChooseFirst(choice=FIRST_OR_LEFT[taken[0]])
    if decision.kind == "cut":
        return CutDeck(position=taken[0])
    return Answer(decision=decision.number, choice=taken)


def play(game: Game, choose: Choose, *, most: int = 10_000) -> int:
    """Play a match on, each seat at random, until it is over; give how many decisions that took.

    Shape: a game whose match has its decks; `most` decisions at most
    """
    match = game.match
    for count in range(most):
        if game.over:
            return count
        seat = next(iter(match.decisions))
        game.events.clear()
        judging.act(game, seat, pick(game, seat, choose))
    return most
