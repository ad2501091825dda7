"""The lobby, and what comes before the first turn."""

from __future__ import annotations

from services.tcg.events.forms import Shown
from services.tcg.settings import MatchSettings
from services.tcg.words import DeckList, DeckName
from shared.kernel.messages import Event, Seat, Secret


class MatchCreated(Event, frozen=True, kw_only=True):
    """A match was opened, on these settings and this card set (its text, and SHA-256 of it)."""

    settings: MatchSettings
    card_set: str
    cards: str


class SeatJoined(Event, frozen=True, kw_only=True):
    """A player took the next place clockwise."""

    seat: Seat


class DeckAccepted(Event, frozen=True, kw_only=True):
    """A player handed in a legal deck."""

    seat: Seat
    deck: Secret[DeckList]


class MatchStarted(Event, frozen=True, kw_only=True):
    """Everybody still in has a deck; the saviors lie bound side up, in the order of their seats."""

    saviors: tuple[Shown, ...]


class DeckShuffled(Event, frozen=True, kw_only=True):
    """A deck was shuffled: place i, counted from the bottom, now holds what was at `order[i]`."""

    seat: Seat
    deck: DeckName
    order: Secret[tuple[int, ...]]


class DeckCut(Event, frozen=True, kw_only=True):
    """A cut was offered to the left: so many cards from the top went beneath the others; None when it was declined."""

    seat: Seat
    by: Seat
    deck: DeckName
    position: int | None = None


class CardsDrawn(Event, frozen=True, kw_only=True):
    """A player drew from the main deck."""

    seat: Seat
    n: int
    first: int
    cards: Secret[tuple[str, ...]]


class MulliganTaken(Event, frozen=True, kw_only=True):
    """A player put so many cards of the opening hand back on top of the main deck; 0 keeps all."""

    seat: Seat
    n: int
    back: Secret[tuple[int, ...]]


class DiceRolled(Event, frozen=True, kw_only=True):
    """The players rolled for who chooses; ties for the highest rolled again."""

    rolls: dict[Seat, int]
    highest: tuple[Seat, ...]


class FirstPlayerChosen(Event, frozen=True, kw_only=True):
    """The highest roller chose to go first, or deferred to the left."""

    by: Seat
    seat: Seat
