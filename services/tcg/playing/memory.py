"""A seat's memory of hidden cards, and a check that a match agrees with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from msgspec import Struct

from services.tcg.chapters import hands
from services.tcg.chapters.operations.playing import SETTABLE
from services.tcg.chapters.pool import pool_of
from services.tcg.playing import pins
from services.tcg.playing.pins import HAND, Pin
from services.tcg.state.match import Card, Decision, Match
from services.tcg.words import DeckName
from shared.kernel.messages import Seat, Secret, may_read

T = TypeVar("T")
Places = list[str | None]
"""The cards of a deck from the bottom to the top. A card is None if it is unknown."""


class Memory(Struct, kw_only=True):
    """The facts that `seat` knows about hidden cards.

    The seat's own hand and face-down commands are not among them, because the state contains these. `main` and
    `spirits` have the known cards of each deck that an event has changed, including the seat's own decks. `pins` has
    the known copies in other players' hands and among their face-down commands. `numbers` maps the instance id of a
    card in another player's hand to the card. The seat can be sure that the card is still in the hand only while it
    sees this id (see `known_cards`).
    """

    seat: Seat
    main: dict[Seat, Places] = {}
    spirits: dict[Seat, Places] = {}
    pins: dict[Seat, list[Pin]] = {}
    numbers: dict[int, str] = {}

    # ------------------------------------------------------------ the seat's knowledge

    def reads(self, secret: Secret[T] | None) -> T | None:
        """Return the value of a secret field, or None if the seat may not read it."""
        return secret.open() if secret is not None and may_read(secret.audience, self.seat) else None

    def places(self, match: Match, owner: Seat, deck: DeckName) -> Places:
        """Return the known cards of a deck as a mutable list that events update.

        At first, only the deck's size is known.
        """
        known = self.main if deck == "main" else self.spirits
        return known.setdefault(owner, self.places_in(match, owner, deck))

    def places_in(self, match: Match, owner: Seat, deck: DeckName) -> Places:
        """Return a deck's cards, with None for each unknown card."""
        known = (self.main if deck == "main" else self.spirits).get(owner)
        return [None] * len(hands.deck_of(match, owner, deck)) if known is None else known

    def pins_of(self, owner: Seat) -> list[Pin]:
        """Return a player's pins as a mutable list that events update. A seat has no pins for its own cards."""
        return self.pins.setdefault(owner, []) if owner != self.seat else []

    def name_of(self, card: Card) -> str:
        """Return the card id of a card on the table if the seat knows the card, or else an empty string."""
        if not hidden_from(self.seat, card):
            return card.card
        return next((pin.card for pin in self.pins.get(card.seat, ()) if pin.spots == (card.id,)), "")

    def known_cards(self, match: Match) -> dict[int, str]:
        """Return the known cards in other players' hands whose instance ids the seat sees now.

        The seat sees the ids of cards that were shown to all players while in the hand, and of cards from which it is
        asked to choose.
        """
        asked = match.decisions.get(self.seat)
        options = () if asked is None else cards_of(asked)
        others = (player for seat, player in match.players.items() if seat != self.seat)
        held = [match.table[number] for player in others for number in player.hand]
        return {
            card.id: self.numbers.get(card.id, card.card)
            for card in held
            if card.known or (card.id in options and card.id in self.numbers)
        }

    # ------------------------------------------------------------ contradictions with a match

    def contradictions(self, match: Match) -> list[str]:
        """Return all contradictions between a match and the knowledge.

        If there are none, the match may be the true one.
        """
        return [*self._wrong_decks(match), *self._wrong_pins(match), *self._wrong_numbers(match)]

    def _wrong_decks(self, match: Match) -> Iterator[str]:
        names: tuple[tuple[DeckName, dict[Seat, Places]], ...] = (("main", self.main), ("spirit", self.spirits))
        for name, decks_ in names:
            for owner, places in decks_.items():
                deck = hands.deck_of(match, owner, name)
                if len(deck) != len(places):
                    yield f"the {name} deck of {owner} has {len(deck)} cards, not {len(places)}"
                elif any(known not in (None, card) for known, card in zip(places, deck, strict=True)):
                    yield f"the {name} deck of {owner} has another card at a known place"

    def _wrong_pins(self, match: Match) -> Iterator[str]:
        for owner, known in self.pins.items():
            for card in dict.fromkeys(pin.card for pin in known):
                held = [one for one in match.players[owner].hand if match.table[one].card == card]
                down = [one for one in face_down(match, owner) if match.table[one].card == card]
                if not pins.has_copies([pin for pin in known if pin.card == card], held, down):
                    yield f"{owner} lacks a known copy of {card}"

    def _wrong_numbers(self, match: Match) -> Iterator[str]:
        for number, card in self.known_cards(match).items():
            if match.table[number].card != card:
                yield f"the card {number} in a hand is {match.table[number].card}, not {card}"

    def arrive(self, owner: Seat, cards: Iterable[tuple[int, str]]) -> None:
        """Remember known cards that came to another player's hand, with their instance ids in that hand."""
        if owner != self.seat:
            for number, card in cards:
                self.pins_of(owner).append(Pin(card, (HAND,)))
                self.numbers[number] = card


def hidden_from(seat: Seat, card: Card) -> bool:
    """Return whether the identity of a card on the table is hidden from a seat. Rule: TC-RUL-085, TC-RUL-086."""
    return card.seat != seat and ((card.place == "hand" and not card.known) or not card.up)


def cards_of(asked: Decision) -> tuple[int, ...]:
    """Return the instance ids of the cards that a decision offers. Return no ids if the options are not cards."""
    of_cards = asked.kind in {"choose_targets", "pay"} or (asked.kind == "choose_cards" and not asked.words)
    return asked.options if of_cards else ()


def face_down(match: Match, seat: Seat) -> list[int]:
    """Return the instance ids of a player's face-down commands, in the order of the zones."""
    return [number for number in match.players[seat].commands if number and not match.table[number].up]


def may_lie_down(match: Match, card: str) -> bool:
    """Return whether a card may be set face-down. Rule: TC-CMD-43, TC-RUL-067."""
    printed = pool_of(match).printed[card]
    return printed.kind == "command" and (match.settings.bluff_set or printed.type in SETTABLE)
