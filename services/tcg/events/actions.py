"""What players put into play."""

from __future__ import annotations

from typing import Literal

from shared.kernel.messages import Event, Seat, Secret


class FormSacrificed(Event, frozen=True, kw_only=True):
    """A form was given up: for a form that is played (its spirits stay for it), or by an effect."""

    seat: Seat
    thing: int
    card: str
    cause: Literal["play", "effect"]


class FormPlayed(Event, frozen=True, kw_only=True):
    """A form entered a form zone. `hand` is the card in hand it was; `was` its number in the drop zone."""

    seat: Seat
    card: str
    thing: int
    zone: int
    origin: Literal["hand", "drop", "main_deck"]
    hand: Secret[int] | None = None
    was: int = 0


class SpiritsMoved(Event, frozen=True, kw_only=True):
    """Spirits moved from under one card to under another, in their order."""

    spirits: tuple[int, ...]
    to: int


class CommandPlayed(Event, frozen=True, kw_only=True):
    """A command was put face-up in a command zone to be activated."""

    seat: Seat
    card: str
    thing: int
    zone: int
    origin: Literal["hand", "drop"]
    hand: Secret[int] | None = None
    was: int = 0


class CommandSet(Event, frozen=True, kw_only=True):
    """A command was put face-down in a command zone; which one only its player knows."""

    seat: Seat
    thing: int
    zone: int
    card: Secret[str]
    hand: Secret[int] | None = None
    was: int = 0
    origin: Literal["hand", "drop"] = "hand"


class CommandFlipped(Event, frozen=True, kw_only=True):
    """A face-down command was turned face-up to activate it."""

    seat: Seat
    thing: int
    card: str


class Spiritualized(Event, frozen=True, kw_only=True):
    """A spirit from the hand was put under a card. It is not counted where an effect ignores the limit."""

    seat: Seat
    thing: int
    spirit: int
    card: str
    hand: Secret[int]
    counted: bool = True


class SpiritAttached(Event, frozen=True, kw_only=True):
    """A spirit was put under a card from a void or a spirit deck: this is not spiritualizing."""

    thing: int
    spirit: int
    card: str
    owner: Seat
    origin: Literal["void", "spirit_deck"]
    was: int = 0


class SaviorFlipped(Event, frozen=True, kw_only=True):
    """A savior entered the boundless state."""

    seat: Seat
    thing: int
