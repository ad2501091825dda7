"""Where cards go."""

from __future__ import annotations

from typing import Literal

from services.tcg.events.forms import Gone, Shown
from services.tcg.words import Cause, DeckName
from shared.kernel.messages import Event, Seat, Secret


class SpiritsSentToVoid(Event, frozen=True, kw_only=True):
    """Spirits arrived together in their owners' voids. `hand` are those that were in hands, in their order."""

    cause: Cause
    spirits: tuple[Gone, ...]
    hand: Secret[tuple[int, ...]] | None = None


class CardSentToDrop(Event, frozen=True, kw_only=True):
    """A card in play went to its owner's drop zone."""

    thing: int
    card: str
    owner: Seat
    cause: Cause


class CardReturned(Event, frozen=True, kw_only=True):
    """A card in play or in a drop zone went to its owner's hand or main deck. In hand it goes by a new number.

    `card` is empty where it lay face-down.
    """

    thing: int
    card: str
    owner: Seat
    to: Literal["hand", "deck_top", "deck_bottom"]
    first: int = 0


class CardPutBack(Event, frozen=True, kw_only=True):
    """A player put cards from the hand on the main deck, or beneath it, one after another."""

    seat: Seat
    n: int
    to: Literal["deck_top", "deck_bottom"]
    hand: Secret[tuple[int, ...]]


class Discarded(Event, frozen=True, kw_only=True):
    """A player discarded from the hand."""

    seat: Seat
    cards: tuple[Shown, ...]
    hand: Secret[tuple[int, ...]]


class Rescued(Event, frozen=True, kw_only=True):
    """A player took spirits from the void to the hand; there they go by new numbers."""

    seat: Seat
    spirits: tuple[int, ...]
    cards: tuple[str, ...]
    first: int


class Devoured(Event, frozen=True, kw_only=True):
    """The top of an opponent's spirit deck is devoured; the spirits follow."""

    by: Seat
    seat: Seat
    n: int


class Despiritualized(Event, frozen=True, kw_only=True):
    """Spirits are taken from underneath a card; they follow."""

    by: Seat
    thing: int
    n: int


class SpiritsReturned(Event, frozen=True, kw_only=True):
    """Spirits underneath a card that left went to their owner's hand."""

    owner: Seat
    spirits: tuple[int, ...]
    cards: tuple[str, ...]
    first: int


class Searched(Event, frozen=True, kw_only=True):
    """A player looked through a deck and took so many cards for `to`.

    This puts them into the hand or the drop zone, by the numbers from `first` on. Into play or into a void they come by
    the events that follow, which take them out of the deck.
    """

    seat: Seat
    deck: DeckName
    n: int
    to: Literal["hand", "drop", "void", "play"]
    places: Secret[tuple[int, ...]]
    """Where in the deck they were, counted from the bottom."""
    cards: Secret[tuple[str, ...]]
    revealed: tuple[str, ...] | None = None
    first: int = 0


class DeckLooked(Event, frozen=True, kw_only=True):
    """A player looked at the top of a deck. `cards` from the top."""

    seat: Seat
    deck: DeckName
    n: int
    cards: Secret[tuple[str, ...]]


class DeckArranged(Event, frozen=True, kw_only=True):
    """A player put the top of a deck back: in an order, or beneath the deck.

    `order` are the cards as they were, counted from 0 at the top, in their new order, the uppermost first.
    """

    seat: Seat
    deck: DeckName
    n: int
    bottom: bool
    order: Secret[tuple[int, ...]]


class Revealed(Event, frozen=True, kw_only=True):
    """Cards were shown: to all, or to one seat alone.

    A card that acts from the hand is known to all from then on, by a number that tells nothing: `thing`.
    """

    seat: Seat
    n: int
    origin: Literal["hand", "main_deck", "command"]
    cards: tuple[str, ...] | None = None
    to: Secret[tuple[str, ...]] | None = None
    hand: Secret[int] | None = None
    thing: int = 0
