"""Simulated matches of two decks, or of pairs drawn from several decks, played by computer players.

These players remember nothing, and decide by what their seat sees now. The measures of a card are those of the site
17lands: how often a deck won the matches in which the card was in the opening hand or drawn later (GIH WR), and how
often it won the matches in which the card was played.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from services.tcg.analyses import ANALYSES
from services.tcg.catalogue.starter import CORE_DECKS, DECKS, our_set, set_of, set_with
from services.tcg.chapters.agreement import SetStops
from services.tcg.chapters.decks import DeckIllegal, SubmitDeck, faults
from services.tcg.chapters.departures import SpiritsSentToVoid
from services.tcg.chapters.entering import CommandPlayed, CommandSet, FormPlayed
from services.tcg.chapters.hands import CardsDrawn
from services.tcg.chapters.opening import OpenMatch
from services.tcg.chapters.pool import pool_of_text
from services.tcg.chapters.setup import FirstPlayerChosen
from services.tcg.game import match
from services.tcg.players import BY_NAME, COSTS, PlayerName
from services.tcg.playing.asking import question_of
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from services.tcg.words import DeckList
from shared.kernel.game import SeatAsk
from shared.kernel.jobs.kind import Kind
from shared.kernel.jobs.refusals import RequestUnclear
from shared.kernel.jobs.simulation import SimulatedMove, Simulation
from shared.kernel.jobs.tally import Value
from shared.kernel.messages import Event, Seat
from shared.kernel.players.house import seed_of_player
from shared.kernel.stream import Stream

SEATS: Final = ("ann", "bob")
TWO: Final = len(SEATS)
MOST_DECKS: Final = 16
NO_SEED: Final = bytes(32).hex()
"""The seed with which the match of every trial is opened."""
BEHIND: Final = 3
"""The number of spirits by which a seat's void must exceed the opponent's for the seat to count as far behind.

A player with seven spirits in the void loses the match.
"""
DECIDED: Final = ("void", "deck", "effect", "other")
"""The ways in which a match can end: a void with seven spirits, an empty deck, a card's effect, or others (a draw)."""


class SimulateMatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for simulated matches: the decks, and the computer players that play them.

    A deck is a list of cards, or the name of a built-in deck. All decks must be from one card set. The first player has
    the first deck. More than two decks play a round robin: each trial is a match of two random decks, and the first
    player may have either. With `windows` "none", no seat is asked in response windows, which is faster but omits most
    interrupts.
    """

    decks: Annotated[tuple[DeckList | str, ...], Meta(min_length=TWO, max_length=MOST_DECKS)]
    players: tuple[PlayerName, PlayerName] = ("greedy", "greedy")
    windows: Literal["all", "none"] = "all"
    settings: MatchSettings = MatchSettings()


def deck_at(request: SimulateMatch, place: int) -> DeckList:
    """Return one of the decks.

    Refuses: RequestUnclear, if no built-in deck has this name
    """
    asked = request.decks[place]
    if isinstance(asked, DeckList):
        return asked
    if asked not in DECKS:
        raise RequestUnclear(needs=tuple(DECKS), has=asked, field="simulate.decks")
    return DECKS[asked]


def names_of(request: SimulateMatch) -> tuple[str, ...]:
    """Return a name for each deck.

    This is the name of its starter deck, or its number (from 1) if it has no name or shares its name with another deck.
    """
    return tuple(
        deck if isinstance(deck, str) and request.decks.count(deck) == 1 else f"deck {place}"
        for place, deck in enumerate(request.decks, 1)
    )


def pairing(request: SimulateMatch, seed: str) -> tuple[int, int]:
    """Return the indexes of the two decks of a trial, drawn from the trial's seed.

    The deck of the first seat comes first.
    """
    others = len(request.decks) - 1
    if others == 1:
        return 0, 1
    drawn = int(hashlib.sha256(f"pairing {seed}".encode()).hexdigest(), 16) % (others * (others + 1))
    first, other = divmod(drawn, others)
    return first, other + (other >= first)


def check(request: SimulateMatch) -> None:
    """Refuse decks and settings that cannot be simulated.

    Rule:    TC-PLAY-04, TC-DECK-01
    Refuses: RequestUnclear, DeckIllegal
    """
    decks = [deck_at(request, place) for place in range(len(request.decks))]
    sets = [set_of(deck) for deck in decks]
    if len({*sets} - {None}) > 1:
        names = tuple(f"{name}: {of or 'no set of ours'}" for name, of in zip(names_of(request), sets, strict=True))
        raise RequestUnclear(needs="decks of one card set", has=names, field="simulate.decks")
    if not request.settings.needs_no_server:
        raise RequestUnclear(
            needs="decision_clock_s 0, and auto_pass public_possibility or never",
            has=(f"decision_clock_s {request.settings.decision_clock_s}", f"auto_pass {request.settings.auto_pass}"),
            field="simulate.settings",
        )
    pool = pool_of_text(our_set(request.settings.spirit_set, cards=set_with(decks)).text)
    for place, deck in enumerate(decks):
        if wrong := faults(pool, deck):
            raise DeckIllegal(needs="a legal deck", has=tuple(map(str, wrong)), field=f"simulate.decks[{place}]")


def cost(request: SimulateMatch) -> int:
    """Estimate the time of a trial, in microseconds."""
    return sum(COSTS[name] for name in request.players) // (1 if request.windows == "all" else 2)


def measures(request: SimulateMatch) -> Mapping[str, Kind]:
    """Return the names and kinds of the measures. The first is the winner, or in a round robin the match's length."""
    names = names_of(request)
    shares = ["drawn", "who goes first wins", "comeback", *(f"ends by {how}" for how in DECIDED)]
    if len(names) == TWO:
        shares = ["first deck wins", *shares, *(f"first deck wins, {when}" for when in ("going first", "going second"))]
        shares += _of_cards("first deck", deck_at(request, 0))
    else:
        shares += [f"{name} wins" for name in names]
        shares += [f"{name} beats {other}" for name in names for other in names if name != other]
        for place, name in enumerate(names):
            shares += _of_cards(name, deck_at(request, place))
    found: dict[str, Kind] = {**dict.fromkeys(shares, "share"), "turns": "amount", "decisions": "amount"}
    return found if len(names) == TWO else {"turns": "amount", **found}


def _of_cards(name: str, deck: DeckList) -> list[str]:
    return [f"{name} wins, {card} {how}" for card in sorted(deck.main) for how in ("drawn", "played")]


def open_match(request: SimulateMatch) -> OpenMatch:
    """Return the command that opens a trial's match."""
    seats = tuple(SeatAsk(seat=seat) for seat in SEATS)
    cards = set_with(deck_at(request, place) for place in range(len(request.decks)))
    return OpenMatch(seats=seats, settings=request.settings, cards=cards)


def policy(request: SimulateMatch, stream: Stream[Match]) -> SimulatedMove | None:
    """Return the next command of a match, or None after the match has ended.

    The command submits a deck, or is the decision of a computer player.
    """
    state = stream.game
    if len(request.decks) > TWO and stream.epoch.seed == NO_SEED:
        return None
    if state.stage == "lobby":
        seat = next(seat for seat in SEATS if not state.players[seat].ready)
        if request.windows == "none" and state.players[seat].stops is None:
            return SimulatedMove(seat, "player", SetStops(windows=()))
        place = pairing(request, stream.epoch.seed)[SEATS.index(seat)]
        return SimulatedMove(seat, "player", SubmitDeck(deck=deck_at(request, place)))
    if state.stage == "finished":
        return None
    seat = next(iter(state.decisions))
    player = BY_NAME[request.players[SEATS.index(seat)]]
    return SimulatedMove(
        seat, "player", player(question_of(state, seat, open_lists=True), seed_of_player(stream)).command
    )


def measure(request: SimulateMatch, stream: Stream[Match], events: Sequence[Event]) -> Mapping[str, Value]:
    """Measure a finished match. A card's measures are recorded only if the card was drawn or played."""
    state = stream.game
    (first,) = {event.seat for event in events if isinstance(event, FirstPlayerChosen)}
    return {
        **_of_decks(request, stream, events, first),
        "drawn": int(not state.winner),
        "who goes first wins": int(state.winner == first),
        "comeback": int(bool(state.winner) and _was_far_behind(state.winner, events)),
        **{f"ends by {how}": int(how == _ending(state)) for how in DECIDED},
        "turns": state.turn,
        "decisions": state.asked,
    }


def _of_decks(
    request: SimulateMatch, stream: Stream[Match], events: Sequence[Event], first: Seat
) -> Mapping[str, Value]:  # fmt: skip
    """Measure the performance of a match's decks. If the simulation has only two decks, measure only the first one."""
    names, winner, found = names_of(request), stream.game.winner, dict[str, Value]()
    places = pairing(request, stream.epoch.seed)
    for seat, place, other in zip(SEATS, places, places[::-1], strict=True):
        won, name = int(winner == seat), names[place]
        if len(names) > TWO:
            found[f"{name} beats {names[other]}"] = won
        elif place == 0:
            name = "first deck"
            found[f"first deck wins, {'going first' if first == seat else 'going second'}"] = won
        else:
            continue
        found[f"{name} wins"] = won
        found |= {f"{name} wins, {card} {how}": won for card, how in _cards_used(deck_at(request, place), seat, events)}
    return found


def _was_far_behind(winner: Seat, events: Sequence[Event]) -> bool:
    """Return whether the winner once had at least `BEHIND` more spirits in the void than the opponent."""
    lost = Counter[Seat]()
    (other,) = (seat for seat in SEATS if seat != winner)
    for event in events:
        if isinstance(event, SpiritsSentToVoid):
            for spirit in event.spirits:
                lost[spirit.owner] += 1
            if lost[winner] - lost[other] >= BEHIND:
                return True
    return False


def _ending(state: Match) -> str:
    """Return how a match ended, as one of the values in `DECIDED`."""
    lost = next((player.lost for player in state.players.values() if player.lost), state.reason)
    return lost if lost in DECIDED else "other"


def _cards_used(deck: DeckList, seat: Seat, events: Sequence[Event]) -> set[tuple[str, str]]:
    """Return the cards of a seat's deck that were drawn, and those that were played, set or put into play."""
    found: set[tuple[str, str]] = set()
    for event in events:
        if isinstance(event, CardsDrawn) and event.seat == seat:
            found |= {(card, "drawn") for card in event.cards.open()}
        elif isinstance(event, FormPlayed | CommandPlayed) and event.seat == seat:
            found.add((event.card, "played"))
        elif isinstance(event, CommandSet) and event.seat == seat:
            found.add((event.card.open(), "played"))
    return {(card, how) for card, how in found if card in deck.main}


__all__ = ["ANALYSES", "SIMULATION"]

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
        "are the four decks of the core set balanced?": {
            "simulate": {"decks": list(CORE_DECKS)},
            "trials": 600,
        },
        "how do three decks do against one another?": {
            "simulate": {"decks": ["lantern", "tide", msgspec.to_builtins(DECKS["tide"])], "windows": "none"},
            "trials": 600,
        },
    },
)
