"""Simulated matches of two decks: house players play them by the rules of the game.

A player remembers nothing: it chooses by what its seat sees now. The measures of a card are those of
17lands: how often a deck won the matches in which a card was in the opening hand or drawn later (GIH WR), and those in
which it was played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.agreement import SetStops
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.entering import CommandPlayed, CommandSet, FormPlayed
from services.tcg.chapters.hands import CardsDrawn
from services.tcg.chapters.opening import OpenMatch
from services.tcg.chapters.setup import FirstPlayerChosen
from services.tcg.game import match
from services.tcg.players import BY_NAME
from services.tcg.playing.asking import question_of
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from services.tcg.words import DeckList
from shared.kernel.game import SeatAsk
from shared.kernel.jobs.refusals import RequestUnclear
from shared.kernel.jobs.simulation import Kind, SimulatedMove, Simulation
from shared.kernel.jobs.tally import Value
from shared.kernel.messages import Event, Seat
from shared.kernel.players.house import seed_of_player
from shared.kernel.stream import Stream

SEATS: Final = ("ann", "bob")
PlayerName: TypeAlias = Literal["random", "greedy"]
"""`random` chooses any legal move, `greedy` the one after which the match looks best."""
COSTS: Final[Mapping[str, int]] = {"random": 40_000, "greedy": 220_000}
"""Estimated time of the decisions of one player in a match. Units: microseconds of one core."""
DECIDED: Final = ("void", "deck", "effect", "other")
"""How a match ended: a void with seven spirits, an empty deck, a card's effect, or otherwise (as by a draw)."""


class SimulateMatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two decks, each a list of cards or the name of a starter deck, and the players that play them.

    With `windows` "none" no seat is asked in response windows: that is faster, and leaves out most interrupts.
    """

    decks: tuple[DeckList | str, DeckList | str]
    players: tuple[PlayerName, PlayerName] = ("greedy", "greedy")
    windows: Literal["all", "none"] = "all"
    settings: MatchSettings = MatchSettings()


def deck_of(request: SimulateMatch, seat: Seat) -> DeckList:
    """Return the deck of a seat.

    Refuses: RequestUnclear, if no starter deck has its name
    """
    asked = request.decks[SEATS.index(seat)]
    if isinstance(asked, DeckList):
        return asked
    if asked not in DECKS:
        raise RequestUnclear(needs=tuple(DECKS), has=asked, field="simulate.decks")
    return DECKS[asked]


def check(request: SimulateMatch) -> None:
    """Refuse decks and settings that cannot be simulated.

    Rule:    TC-PLAY-04
    Refuses: RequestUnclear; decks that break the rules are refused as the match opens
    """
    for seat in SEATS:
        deck_of(request, seat)
    if request.settings.decision_clock_s or request.settings.passes_by_itself or request.settings.casual:
        raise RequestUnclear(
            needs="no clock, and an auto_pass that does not depend on hands", has="others", field="simulate.settings"
        )


def cost(request: SimulateMatch) -> int:
    """Estimate the time of a trial."""
    return sum(COSTS[name] for name in request.players) // (1 if request.windows == "all" else 2)


def measures(request: SimulateMatch) -> Mapping[str, Kind]:
    """Return the names and kinds of the measured values."""
    shares = ["first deck wins", "drawn", "who goes first wins", *(f"ends by {how}" for how in DECIDED)]
    shares += [f"first deck wins, {when}" for when in ("going first", "going second")]
    cards = sorted(deck_of(request, SEATS[0]).main)
    shares += [f"first deck wins, {card} {how}" for card in cards for how in ("drawn", "played")]
    return {**dict.fromkeys(shares, "share"), "turns": "amount", "decisions": "amount"}


def open_match(request: SimulateMatch) -> OpenMatch:
    """Return the command that opens a trial's match."""
    seats = tuple(SeatAsk(seat=seat) for seat in SEATS)
    return OpenMatch(seats=seats, settings=request.settings)


def policy(request: SimulateMatch, stream: Stream[Match]) -> SimulatedMove | None:
    """Submit the decks, then let the players decide; None once the match is finished."""
    state = stream.game
    if state.stage == "lobby":
        seat = next(seat for seat in SEATS if not state.players[seat].ready)
        if request.windows == "none" and state.players[seat].stops is None:
            return SimulatedMove(seat, "player", SetStops(windows=()))
        return SimulatedMove(seat, "player", SubmitDeck(deck=deck_of(request, seat)))
    if state.stage == "finished":
        return None
    seat = next(iter(state.decisions))
    player = BY_NAME[request.players[SEATS.index(seat)]]
    return SimulatedMove(
        seat, "player", player(question_of(state, seat, open_lists=True), seed_of_player(stream)).command
    )


def measure(request: SimulateMatch, stream: Stream[Match], events: Sequence[Event]) -> Mapping[str, Value]:
    """Measure a finished match; the measures of a card only apply if it was drawn or played."""
    state = stream.game
    won = int(state.winner == SEATS[0])
    (first,) = {event.seat for event in events if isinstance(event, FirstPlayerChosen)}
    going = "going first" if first == SEATS[0] else "going second"
    return {
        "first deck wins": won,
        f"first deck wins, {going}": won,
        "drawn": int(not state.winner),
        "who goes first wins": int(state.winner == first),
        **{f"ends by {how}": int(how == _ending(state)) for how in DECIDED},
        **{f"first deck wins, {card} {how}": won for card, how in _used(request, events)},
        "turns": state.turn,
        "decisions": state.asked,
    }


def _ending(state: Match) -> str:
    """Return how a match ended."""
    lost = next((player.lost for player in state.players.values() if player.lost), state.reason)
    return lost if lost in DECIDED else "other"


def _used(request: SimulateMatch, events: Sequence[Event]) -> set[tuple[str, str]]:
    """Return the cards of the first deck that were drawn, and those that were played, set or put into play."""
    found: set[tuple[str, str]] = set()
    for event in events:
        if isinstance(event, CardsDrawn) and event.seat == SEATS[0]:
            found |= {(card, "drawn") for card in event.cards.open()}
        elif isinstance(event, FormPlayed | CommandPlayed) and event.seat == SEATS[0]:
            found.add((event.card, "played"))
        elif isinstance(event, CommandSet) and event.seat == SEATS[0]:
            found.add((event.card.open(), "played"))
    return {(card, how) for card, how in found if card in deck_of(request, SEATS[0]).main}


SIMULATION: Final = Simulation[Match, SimulateMatch](
    game=match,
    request=SimulateMatch,
    check=check,
    cost=cost,
    measures=measures,
    opening=open_match,
    policy=policy,
    measured=measure,
    examples={
        "does the lantern deck beat the tide deck?": {
            "simulate": {"decks": ["lantern", "tide"], "windows": "none"},
            "trials": 400,
        },
        "does it win more often in better hands?": {
            "simulate": {"decks": ["lantern", "tide"], "windows": "none"},
            "against": {"decks": ["lantern", "tide"], "players": ["random", "greedy"], "windows": "none"},
            "trials": 200,
        },
    },
)
