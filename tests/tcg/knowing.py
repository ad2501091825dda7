"""Random matches that track which cards each seat knows, and the events as each seat sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from services.tcg.chapters.decks import SubmitDeck
from services.tcg.game import match as match_game
from services.tcg.playing.knowledge import Knowledge
from services.tcg.playing.memory import hidden_from
from services.tcg.state.match import Match
from shared.kernel.messages import Event, Seat, Secret, may_read, secret_fields
from tests.support.spec import new_state
from tests.tcg.matches import GUARDED, Table, Watched, act, deck_of, lobby, school_of, settings_of
from tests.tcg.schools import DRAW, EACH, HAS_SPIRIT, IN_HAND, MINE, command, form, instead, school, uses
from tests.tcg.twins import WATCHER

LOOKED: Final = 0.05
"""The probability that a match yields a moment before any given decision."""
HIDDEN: Final = "?"
"""The id that replaces each card hidden from a seat. No card has this id, so code that looks it up fails."""


THEIR_HAND: Final = {"who": "opponent", "zone": "hand", "n": 1, "by": "you"}
A_COMMAND: Final = {"who": "any", "zone": "command", "n": 1, "by": "you"}
DROPPED: Final = {"who": "any", "zone": "drop", "n": 1, "by": "you"}
TOP: Final = {"who": "opponent", "zone": "main_deck", "n": 2, "by": "you"}
SIGHTS: Final = school(
    "Sights",
    form(
        "seer",
        uses("peek", {"do": "reveal", "of": THEIR_HAND, "to": "you"}),
        uses("order", {"do": "look_top", "deck": "main", "n": 3, "then": "reorder"}),
        uses("sink", {"do": "look_top", "deck": "spirit", "n": 2, "then": "bottom"}),
        uses("look", {"do": "look_top", "deck": "spirit", "n": 3}),
    ),
    form(
        "herald",
        uses("bare", {"do": "reveal", "of": {"who": "opponent", "zone": "hand"}}),
        uses("lift", {"do": "reveal", "of": A_COMMAND, "to": "you"}),
        uses("announce", {"do": "reveal", "of": TOP}),
    ),
    form(
        "porter",
        uses("home", {"do": "return_to_hand", "of": A_COMMAND, "from": "command"}),
        uses("again", {"do": "return_to_hand", "of": {**DROPPED, "who": "you"}, "from": "drop"}),
        uses("bury", {"do": "put_in_deck", "of": A_COMMAND, "at": "top"}),
        uses("stow", {"do": "put_in_deck", "of": IN_HAND, "at": "bottom"}),
    ),
    form(
        "finder",
        uses("find", {"do": "search", "deck": "main", "n": 1, "to": "hand",
                      "filter": {"op": "is", "of": EACH, "kind": "command"}}),
        uses("waste", {"do": "search", "deck": "spirit", "n": 1, "to": "void"}),
        uses("call", {"do": "search", "deck": "main", "n": 1, "to": "play"}),
        uses("eat", {"do": "devour", "n": 2}),
    ),
    form(
        "layer",
        uses("lay", {"do": "set_command", "of": IN_HAND, "from": "hand"}),
        uses("reuse", {"do": "set_command", "of": DROPPED, "from": "drop"}),
        uses("rob", {"do": "discard", "n": 1, "who": "opponent", "by": "you"}),
        uses("back", {"do": "return_to_hand", "of": {**MINE, "filter": HAS_SPIRIT}}),
    ),
    form(
        "keeper",
        instead("would_go_to_void", DRAW, of={"who": "you", "zone": ["spirit_deck"]}),
        {"id": "spark", "eti": "swift", "independent": True, "zones": ["hand"], "do": [DRAW],
         "limit": {"count": 1, "per": "turn"}},
    ),
    command("veto", "interrupt", {"eti": "interrupt", "on": {"event": "effect_declared", "by": "opponent"},
                                  "do": [{"do": "negate", "of": {"ref": "event.link"}}]}),
    command("parry", "interrupt", {"eti": "interrupt", "on": {"event": "attack_declared", "by": "opponent"},
                                   "do": [{"do": "end_attack"}]}),
    command("dash", "swift", {"eti": "swift", "do": [DRAW]}),
)  # fmt: skip
"""Cards that reveal and move hidden cards, so that seats know some hidden cards and have wrong beliefs about others."""


class Moment(NamedTuple):
    """A moment of a random match, with the knowledge of each seat at that time."""

    match: Match
    known: dict[Seat, Knowledge]
    events: tuple[Event, ...]
    """All events of the match so far."""


def readers_of(match: Match) -> list[Seat]:
    """Return the players still in the match, and a spectator."""
    return [*(seat for seat in match.order if not match.players[seat].lost), WATCHER]


def knowing(number: int) -> tuple[Watched, dict[Seat, Knowledge]]:
    """Start the random match with this number, and track what its seats and a spectator see.

    There are 2 to 4 seats. Every third match has the default settings. Every fifth uses a card set of `schools`, and
    every second of the others uses cards that reveal hidden cards.
    """
    cards = school_of(number) or (SIGHTS if number % 5 % 2 else None)
    settings = replace(settings_of(number), auto_pass="public_possibility", decision_clock_s=0)
    if cards is not None:
        settings = replace(settings, spirit_set="house", stall_guard=GUARDED)
    game = lobby(number, 2 + number // 2 % 3, settings, cards=cards)
    known = {seat: Knowledge(seat=seat) for seat in (*game.state.order, WATCHER)}
    game.readers += [one.see for one in known.values()]
    for place, seat in enumerate(tuple(game.state.order)):
        act(game, seat, SubmitDeck(deck=deck_of(number + place, cards)))
    return game, known


def positions(number: int, *, often: float = LOOKED) -> Iterator[Moment]:
    """Yield random moments of a match, from its setup to its end."""
    random = Random(f"positions {number}")
    game, known = knowing(number)
    table = Table(game, random)
    table.odd = False
    table.set_stops()
    while not game.over:
        if random.random() < often:
            copies = {seat: one.copy() for seat, one in known.items()}
            yield Moment(game.state.mutable_copy(), copies, tuple(game.emitted))
        table.step()


# ---------------------------------------------------------------- what a seat reads


def rebuilt(events: Iterable[Event], seat: Seat) -> Knowledge:
    """Rebuild a seat's knowledge from the events and states that it sees, without the data hidden from it."""
    known, match = Knowledge(seat=seat), new_state(match_game).mutable_copy()
    for event in events:
        known.see(without_secrets(event, seat), without_hidden_cards(match, seat))
        match_game.folds[type(event)](match, event)
    return known


def without_secrets(event: Event, seat: Seat) -> Event:
    """Return an event without the secret values that the seat may not read."""
    secrets = {name: getattr(event, name) for name in secret_fields(type(event))}
    hidden: dict[str, Secret[Any]] = {
        name: Secret(audience=one.audience, digest="")
        for name, one in secrets.items()
        if isinstance(one, Secret) and not may_read(one.audience, seat)
    }
    return msgspec.structs.replace(event, **hidden)


def without_hidden_cards(match: Match, seat: Seat) -> Match:
    """Return a match in which each card hidden from a seat is `HIDDEN`, and other data hidden from it is removed."""
    other = match.mutable_copy()
    other.pace, other.pending = (), []
    other.decisions = {one: asked for one, asked in other.decisions.items() if one == seat}
    for player in other.players.values():
        player.deck, player.spirits = [HIDDEN] * len(player.deck), [HIDDEN] * len(player.spirits)
        if player.seat != seat:
            player.deck_list = player.stops = None
    for card in other.table.values():
        if hidden_from(seat, card):
            card.card = HIDDEN
    return other
