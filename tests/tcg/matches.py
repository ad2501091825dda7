"""Random matches of 2 to 4 seats with all kinds of settings.

The invariants are checked after every event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

from services.tcg.catalogue import starter
from services.tcg.catalogue.language.effects import AnyCard, Cards
from services.tcg.catalogue.sets import HOUSE
from services.tcg.chapters import agreement, taking_back
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.opening import OpenMatch
from services.tcg.game import match as match_game
from services.tcg.playing import position
from services.tcg.settings import MatchSettings, StallGuard
from services.tcg.state.match import Match
from services.tcg.words import WINDOWS, DeckList
from shared.kernel.chance import Chance, SeedTape
from shared.kernel.context import Intent
from shared.kernel.game import SeatAsk
from shared.kernel.messages import Command, Event, Seat
from tests.support.spec import new_state
from tests.tcg import schools
from tests.tcg.invariants import Watch
from tests.tcg.playing import Playing
from tests.tcg.policy import pick

RUED: Final = 0.1
"""The probability that a player takes back a play when the rules allow it."""
LONGEST: Final = 6000
"""The maximum number of decisions of a match; every match ends earlier."""
ORDERS: Final = tuple(permutations(("auto", "interrupt", "swift", "independent", "none")))
OTHERS: Final[Mapping[str, Sequence[Any]]] = {
    "max_players": (4, 5, 6, 7, 8),
    "form_zones": (2, 3, 4, 5),
    "command_zones": (2, 3, 4, 5),
    "effect_order": (ORDERS[0], ORDERS[-1], ORDERS[37], ORDERS[80]),
    "stall_guard": (StallGuard(), StallGuard(queued=0, links=0), StallGuard(links=2), StallGuard(max_turns=6)),
    "decision_clock_s": (0, 60),
}
"""Values to try for settings whose type does not list its values."""
GUARDED: Final = StallGuard(queued=200, links=30, max_turns=40)
"""The stall guard of matches whose cards trigger one another."""


def _values() -> dict[str, Sequence[Any]]:
    found: dict[str, Sequence[Any]] = {}
    for field in msgspec.structs.fields(MatchSettings):
        kind = get_args(field.type)[0]
        literal = get_args(kind) if get_origin(kind) is Literal else (False, True)
        found[field.name] = OTHERS.get(field.name, literal)
    return found


VALUES: Final = _values()
"""The values to try for each setting."""


def settings_of(number: int) -> MatchSettings:
    """Return the settings of a match: the defaults for every third match, random ones for the others."""
    if number % 3 == 0:
        return MatchSettings()
    random = Random(f"settings {number}")
    settings = MatchSettings(**{name: random.choice(values) for name, values in VALUES.items()})
    if school_of(number) is None:
        return settings
    return msgspec.structs.replace(settings, spirit_set="house", stall_guard=GUARDED)


# ---------------------------------------------------------------- cards

KICK: Final = {
    "id": "kick", "eti": "interrupt", "on": {"event": "attack_declared", "by": "opponent"},
    "cost": [{"pay": "discard", "n": 1}], "do": [{"do": "modify_pwr", "of": {"ref": "host"}, "by": 1}],
    "limit": {"count": 1, "per": "turn"},
}  # fmt: skip
LURK: Final = {
    "id": "lurk", "eti": "none", "limit": {"count": 1, "per": "turn"}, "do": [{"do": "draw", "n": 1, "who": "you"}],
}  # fmt: skip


def _customs() -> Cards:
    """Return the starter cards together with custom spirits that have voluntary effects."""
    spirits: list[AnyCard] = []
    for card, more in zip(HOUSE.cards, (KICK, LURK, KICK, LURK, KICK), strict=True):
        form = msgspec.to_builtins(card)
        form["effects"] = (*form["effects"], more)
        spirits.append(msgspec.convert(form, AnyCard))
    return msgspec.structs.replace(starter.STARTER, cards=(*starter.STARTER.cards, *spirits))


CUSTOM: Final = _customs()
DECKS: Final = tuple(starter.STARTER_DECKS.values())
SCHOOLS: Final = (schools.DEEDS, schools.EARS, schools.PURSES, schools.LAWS, schools.ECHO)
"""Small card sets that together use every part of the card language."""


# ---------------------------------------------------------------- matches


class Watched(Playing):
    """A match that records every event and checks the invariants after each."""

    def __init__(self, match: Match, chance: Chance, *, cards: str = "") -> None:
        """Watch a match from its opening. For a match folded from recorded events, `cards` names its card set."""
        match.cards = match.cards or cards
        super().__init__(match, chance)
        self.emitted: list[Event] = []
        self.readers: list[Callable[[Event, Match], None]] = []
        """Functions to call with each event and the state before it."""
        self.watch = Watch(self, live=not cards)

    def emit(self, event: Event) -> None:
        """Record an event and check the invariants."""
        for read in self.readers:
            read(event, self.state)
        super().emit(event)
        self.emitted.append(event)
        self.watch.see(event)


def lobby(
    number: int,
    seats: int,
    settings: MatchSettings,
    *,
    cards: Cards | None = None,
    named: starter.SetName | None = None,
) -> Watched:
    """Open a match with a card set, or with a built-in set by name.

    Without either, the match's number determines the set.
    """
    asked = tuple(SeatAsk(seat=f"s{place}") for place in range(seats))
    cards = cards or (CUSTOM if settings.spirit_set == "custom" else school_of(number))
    opening = OpenMatch(seats=asked, settings=settings, cards=named or cards)
    match = new_state(match_game)
    opened = match_game.decide(
        Intent(id="open", seat="", role="gm", at=0, by="key:app", command=opening), match, _tape(number)
    ).events
    match = match.mutable_copy()
    for event in opened:
        match_game.folds[type(event)](match, event)
    game = Watched(match, _tape(number))
    game.emitted += opened
    return game


def _tape(number: int) -> SeedTape:
    return SeedTape(seed=number.to_bytes(32, "big"), digest=bytes(32), version=0)


def begin_match(number: int, seats: int, settings: MatchSettings | None = None) -> Watched:
    """Open a match and submit the decks, so that the first decision is open."""
    game = lobby(number, seats, settings_of(number) if settings is None else settings)
    for place, seat in enumerate(tuple(game.state.order)):
        act(game, seat, SubmitDeck(deck=deck_of(number + place, school_of(number))))
    return game


def school_of(number: int) -> Cards | None:
    """Return a card set of `schools` for every fifth match, and None for the others, which use the starter cards."""
    return SCHOOLS[number // 5 % len(SCHOOLS)] if number % 5 == 4 else None


def deck_of(place: int, cards: Cards | None = None) -> DeckList:
    """Return a deck of the card set or, without a set, the starter deck for this position at the table."""
    return DECKS[place % len(DECKS)] if cards is None else schools.deck_of(cards)


def act(game: Watched, seat: Seat, command: Command) -> None:
    """Carry out a seat's command as one commit."""
    game.events.clear()
    position.act(game, seat, command)
    game.watch.rest()


class Table:
    """Players who choose random legal commands, and occasionally concede, offer a draw or call time."""

    def __init__(self, game: Watched, random: Random) -> None:
        """Set up players of this match with a source of randomness."""
        self.game, self.random = game, random
        self.choose: Callable[[int], int] = lambda below: int(random.random() * below)
        self.rueful = Random(game.state.made)
        """Random source for takebacks only, so that they do not change the other choices."""
        self.odd = random.random() < 0.4
        """Whether a player may concede, offer a draw or call time in this match."""

    def set_stops(self) -> None:
        """Set each seat's stops (the windows in which it wants to respond) at random, or keep the default."""
        for seat in tuple(self.game.state.order):
            if self.random.random() < 0.6:
                some = tuple(kind for kind in WINDOWS if self.random.random() < 0.3)
                lasts: tuple[Literal["my_turn"], Literal["changed"]] = ("my_turn", "changed")
                act(self.game, seat, agreement.SetStops(windows=some, until=self.random.choice(lasts)))

    def step(self) -> None:
        """Send one command for a seat with a decision."""
        game, match = self.game, self.game.state
        game.at += 1000
        if self.odd and self.random.random() < 0.01 and self._aside():
            return
        seat = next(iter(match.decisions))
        if self.rueful.random() < RUED and taking_back.why_not(game, seat) is None:
            act(game, seat, taking_back.TakeBack())
        else:
            act(game, seat, pick(game, seat, self.choose))

    def _aside(self) -> bool:
        """Concede, offer a draw or call time instead of answering the decision; return whether a command was sent."""
        game, match, random = self.game, self.game.state, self.random
        seat = random.choice([seat for seat in match.order if not match.players[seat].lost])
        asked, what = next(iter(match.decisions)), random.random()
        if what < 0.15 and match.settings.allow_concede:
            act(game, seat, agreement.Concede())
        elif what < 0.5 and match.settings.allow_draw_offer and match.offer is None:
            act(game, asked, agreement.OfferDraw())
            self._answer_offer()
        elif match.settings.decision_clock_s:
            game.at = max(game.at, match.decisions[asked].since + match.settings.decision_clock_s * 1000)
            act(game, seat, agreement.CallTime(of=asked))
        else:
            return False
        return True

    def _answer_offer(self) -> None:
        """Answer a draw offer for some of the seats; the other seats ignore it."""
        for seat in self.game.state.opponents(next(iter(self.game.state.decisions))):
            if self.game.state.offer is not None and self.random.random() < 0.8:
                act(self.game, seat, agreement.AnswerDraw(accept=self.random.random() < 0.6))


def play_match(number: int, look: Callable[[Watched, Random], None] | None = None) -> Watched:
    """Play the random match with this number, calling `look` before each decision."""
    return played_out(begin_match(number, seats_of(number)), number, look)


def seats_of(number: int) -> int:
    """Return a match's number of seats: 2 in most matches, up to 4."""
    return 2 + max(0, number % 8 - 5)


def played_out(game: Watched, number: int, look: Callable[[Watched, Random], None] | None = None) -> Watched:
    """Play a match with submitted decks to its end, calling `look` before each decision."""
    random = Random(f"match {number}")
    table = Table(game, random)
    table.set_stops()
    for _ in range(LONGEST):
        if game.over:
            return game
        if look is not None:
            look(game, random)
        table.step()
    raise AssertionError(f"match {number} does not end")
