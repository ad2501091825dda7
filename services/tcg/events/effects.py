"""Effects declared, answered, paid for and called up."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from services.tcg.agenda import Happening
from services.tcg.words import WindowKind
from shared.kernel.messages import Event, Seat, Secret

Names: TypeAlias = dict[str, tuple[int, ...]]
"""What an effect has stored: a card in hand may be among it, so that it is for nobody to read."""


class EffectDeclared(Event, frozen=True, kw_only=True):
    """An effect was declared, with its targets, as a link of the chain. `card` is its printed card."""

    number: int
    seat: Seat
    thing: int
    card: str
    effect: str
    targets: tuple[tuple[int, ...], ...] = ()
    event: Happening | None = None
    """What it answers, or what called it up."""
    command: bool = False
    """It is the main effect of a command, which leaves when it has resolved."""
    names: Secret[Names] | None = None
    """What the steps that waited had stored."""


class CostPaid(Event, frozen=True, kw_only=True):
    """The cost of a declared effect is paid; what it moved follows."""

    number: int
    seat: Seat
    costs: tuple[str, ...]


class WindowOpened(Event, frozen=True, kw_only=True):
    """Players may respond, or use what the moment allows."""

    kind: WindowKind


class Passed(Event, frozen=True, kw_only=True):
    """A player who was asked passed."""

    seat: Seat


class WindowClosed(Event, frozen=True, kw_only=True):
    """Everybody passed in a row."""

    kind: WindowKind


class EffectNegated(Event, frozen=True, kw_only=True):
    """A declared effect will not resolve; its cost stays paid."""

    number: int
    seat: Seat


class EffectResolved(Event, frozen=True, kw_only=True):
    """A link of the chain is done with; `negated` ones have done nothing."""

    number: int
    negated: bool = False


class Called(Struct, frozen=True, kw_only=True):
    """An [AUTO] effect that was called up, and what called it."""

    seat: Seat
    thing: int
    card: str
    effect: str
    event: Happening
    targets: tuple[tuple[int, ...], ...] = ()


class TriggersQueued(Event, frozen=True, kw_only=True):
    """[AUTO] effects were called up, and wait for the chain to be empty."""

    effects: tuple[Called, ...]
    names: Secret[tuple[Names, ...]] | None = None
    """For each, what steps that waited had stored; None where none had."""


class TriggersOrdered(Event, frozen=True, kw_only=True):
    """A player put its [AUTO] effects of the same timing in order: their places in the queue, in the new order."""

    seat: Seat
    order: tuple[int, ...]


class TriggerBegun(Event, frozen=True, kw_only=True):
    """The [AUTO] effect at a place of the queue waits no more: it is dealt with now."""

    place: int = 0


class EffectDelayed(Event, frozen=True, kw_only=True):
    """Steps of an effect wait for a later event, with what the effect has chosen so far."""

    number: int
    seat: Seat
    thing: int
    card: str
    effect: str
    targets: tuple[tuple[int, ...], ...] = ()
    names: Secret[Names] | None = None


class DelayEnded(Event, frozen=True, kw_only=True):
    """What waited for an event waits no more."""

    number: int
