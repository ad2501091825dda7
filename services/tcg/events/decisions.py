"""What is asked, and how a match ends."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from services.tcg.agenda import Task
from services.tcg.words import WindowKind
from shared.kernel.messages import Event, Seat, Secret


class Asked(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a decision offers: options and how many of them are taken; `words` where they are no cards."""

    options: tuple[int, ...] = ()
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()


class DecisionOpened(Event, frozen=True, kw_only=True):
    """A seat is asked. What is still to be done after its answer is kept for nobody to read."""

    number: int
    seat: Seat
    kind: str
    since: int
    asked: Secret[Asked]
    agenda: Secret[tuple[Task, ...]]


class DecisionAnswered(Event, frozen=True, kw_only=True):
    """A seat has decided; what comes of it follows."""

    number: int
    seat: Seat
    late: bool = False
    """The clock decided."""


class StopsSet(Event, frozen=True, kw_only=True):
    """A seat said, in private, in which windows it wants to be asked."""

    seat: Seat
    windows: Secret[tuple[WindowKind, ...]]
    until: Literal["my_turn", "changed"]


class PlayerLost(Event, frozen=True, kw_only=True):
    """A player has lost."""

    seat: Seat
    reason: Literal["void", "deck", "effect", "concession", "damage"]


class PlayerRemoved(Event, frozen=True, kw_only=True):
    """A player who has lost leaves the table with all cards."""

    seat: Seat


class DrawOffered(Event, frozen=True, kw_only=True):
    """A player offers a draw."""

    seat: Seat


class DrawAnswered(Event, frozen=True, kw_only=True):
    """A player answers the offer; a refusal withdraws it."""

    seat: Seat
    accept: bool


class DrawWithdrawn(Event, frozen=True, kw_only=True):
    """The offer passed with the moment it was made at."""

    seat: Seat


class MatchFinished(Event, frozen=True, kw_only=True):
    """The match is over: one winner, or a draw among those named."""

    winner: Seat | None
    reason: Literal["last_standing", "effect", "simultaneous", "agreement", "stall", "turns"]
    drawn: tuple[Seat, ...] = ()
