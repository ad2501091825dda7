"""Plays matches in memory with one mutable context for all commands; the server uses a new context for each command."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from services.tcg.catalogue.starter import SETS, our_set
from services.tcg.chapters import engine
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.opening import MatchCreated, SeatJoined
from services.tcg.chapters.terms import MatchContext
from services.tcg.forms import NEWEST
from services.tcg.game import match as match_game
from services.tcg.playing.position import PlayedMatch, act
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from services.tcg.words import DeckList
from shared.kernel.chance import Chance
from shared.kernel.legal import Legal
from shared.kernel.legal import legal as kernel_legal
from shared.kernel.messages import Command, Event, Role, Seat
from shared.kernel.stream import Stream
from shared.kernel.stream.state import SeatState

Playing = PlayedMatch


def run(game: MatchContext) -> None:
    """Run the pending tasks until a seat must decide."""
    engine.run(game, Command())


def new_game(
    decks: Mapping[Seat, DeckList], chance: Chance, settings: MatchSettings | None = None, *, form: int = NEWEST
) -> Playing:  # fmt: skip
    """Open a match in memory and submit these decks; the seats sit clockwise in the order of the mapping."""
    cards = our_set((settings or MatchSettings()).spirit_set)
    created = MatchCreated(settings=settings or MatchSettings(), card_set=cards.hash, cards=cards.text)
    match = fold(
        Match(form=form, catalogue=SETS.name).mutable_copy(), (created, *(SeatJoined(seat=seat) for seat in decks))
    )
    game = Playing(match, chance)
    for seat, deck in decks.items():
        act(game, seat, SubmitDeck(deck=deck))
    return game


def fold(match: Match, events: Iterable[Event]) -> Match:
    """Fold events into a match in place."""
    for event in events:
        match_game.folds[type(event)](match, event)
    return match


def legal(match: Match, seat: Seat, role: Role = "player") -> Legal:
    """Return a seat's legal and blocked commands, without the kernel's commands that all games share."""
    stream = Stream(id="tcg.match:one", game=match, opened=True, seats={seat: SeatState(role)})
    found, own = kernel_legal(match_game, stream, seat, role), {kind.__name__ for kind in match_game.commands}
    blocked = (
        replace(
            one,
            commands=tuple(name for name in one.commands if name in own),
            bodies=tuple(body for body in one.bodies if body["type"] in own),
        )
        for one in found.blocked
    )
    return Legal(
        awaits=found.awaits,
        allowed=tuple(one for one in found.allowed if one.command in own),
        blocked=tuple(one for one in blocked if one.commands or one.bodies),
    )
