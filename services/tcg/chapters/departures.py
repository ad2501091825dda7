"""The events of cards that leave play, and of spirits that go to the void."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from services.tcg.state.match import Card, Match, Player
from services.tcg.state.places import lay, leave, out_of_deck, show, to_hand
from services.tcg.words import Cause
from shared.kernel.chapter import fold
from shared.kernel.messages import Event, Seat, Secret

# ---------------------------------------------------------------- events


class Gone(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A spirit that went to its owner's void.

    `thing` is its new instance id, and `origin` the zone that it came from.
    """

    owner: Seat
    card: str
    thing: int
    origin: Literal["spirit_deck", "hand", "under"]
    was: int = 0
    """The spirit's former instance id, if it was under a card."""


class FormSacrificed(Event, frozen=True, kw_only=True):
    """A form was sacrificed by an effect or its cost, or to play another form.

    If it was sacrificed to play another form (the cause is `play`), that form receives its spirits.
    """

    seat: Seat
    thing: int
    card: str
    cause: Literal["play", "effect"]


class SpiritsSentToVoid(Event, frozen=True, kw_only=True):
    """Spirits went to their owners' voids together.

    `hand` lists the instance ids of the spirits that came from hands, in the order of the spirits.
    """

    cause: Cause
    spirits: tuple[Gone, ...]
    hand: Secret[tuple[int, ...]] | None = None


class CardSentToDrop(Event, frozen=True, kw_only=True):
    """A card in play went to its owner's drop zone. Rule: TC-ZONE-14, TC-ZONE-15, TC-RUL-091."""

    thing: int
    card: str
    owner: Seat
    cause: Cause


class CardReturned(Event, frozen=True, kw_only=True):
    """A card in play or in a drop zone went to its owner's hand or main deck.

    A card that goes to the hand receives a new instance id. `card` is empty if the card was face-down.
    """

    thing: int
    card: str
    owner: Seat
    to: Literal["hand", "deck_top", "deck_bottom"]
    first: int = 0


class SpiritsReturned(Event, frozen=True, kw_only=True):
    """Spirits under a card that left play went to their owner's hand. Rule: TC-RUL-091."""

    owner: Seat
    spirits: tuple[int, ...]
    cards: tuple[str, ...]
    first: int


# ---------------------------------------------------------------- fold


@fold
def _form_sacrificed(match: Match, event: FormSacrificed) -> None:
    """Remove the sacrificed form from play.

    If it was sacrificed to play another form, count the sacrifice and keep its spirits for the new form.

    Rule: TC-FORM-19, TC-ACT-03, TC-ACT-04
    """
    player, card = match.players[event.seat], match.table.get(event.thing)
    if event.cause == "play":
        player.sacrifices += 1
        if card is not None and match.settings.sacrifice_inherits_limit:
            player.inherited = card.spiritualized
    _to_drop(match, event.thing)


def _to_drop(match: Match, number: int) -> None:
    """Put a card in its owner's drop zone. Rule: TC-RUL-091."""
    card = leave(match, number)
    if card is not None:
        lay(match, card, "drop", match.players[card.owner].drop)


@fold
def _spirits_sent_to_void(match: Match, event: SpiritsSentToVoid) -> None:
    """Move spirits to their owners' voids. Rule: TC-SPI-06, TC-ZONE-19."""
    hand = iter(() if event.hand is None else event.hand.open())
    for gone in event.spirits:
        player = match.players[gone.owner]
        _out_of_place(match, gone, player, hand)
        show(match, Card(gone.thing, gone.card, gone.owner, gone.owner, "void"), player.void)


def _out_of_place(match: Match, gone: Gone, player: Player, hand: Iterator[int]) -> None:
    if gone.origin == "spirit_deck":
        out_of_deck(player.spirits, gone.card)
    else:
        leave(match, gone.was if gone.origin == "under" else next(hand, 0))


@fold
def _card_sent_to_drop(match: Match, event: CardSentToDrop) -> None:
    _to_drop(match, event.thing)


@fold
def _card_returned(match: Match, event: CardReturned) -> None:
    card, player = leave(match, event.thing), match.players[event.owner]
    if card is None:
        return
    if event.to == "hand":
        to_hand(match, event.owner, event.first, (card.card,))
    else:
        player.deck.insert(len(player.deck) if event.to == "deck_top" else 0, card.card)


@fold
def _spirits_returned(match: Match, event: SpiritsReturned) -> None:
    """Return spirits to their owner's hand. Rule: TC-RUL-026."""
    for number in event.spirits:
        leave(match, number)
    to_hand(match, event.owner, event.first, event.cards)
