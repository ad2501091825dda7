"""What effects change for a time."""

from __future__ import annotations

from services.tcg.agenda import Change
from shared.kernel.messages import Event, Seat


class PwrChanged(Event, frozen=True, kw_only=True):
    """A card's PWR was changed for a time."""

    thing: int
    change: Change


class EffectGranted(Event, frozen=True, kw_only=True):
    """A card was given an ability for a time."""

    thing: int
    change: Change


class Restricted(Event, frozen=True, kw_only=True):
    """Something holds for a card for a time."""

    thing: int
    change: Change


class ShieldRaised(Event, frozen=True, kw_only=True):
    """The next damages to a card will not happen."""

    thing: int
    change: Change


class ControlChanged(Event, frozen=True, kw_only=True):
    """A form moved to a form zone of another player."""

    thing: int
    seat: Seat
    zone: int
    change: Change | None = None


class DieRolled(Event, frozen=True, kw_only=True):
    """A die decided."""

    seat: Seat
    sides: int
    value: int


class CounterChanged(Event, frozen=True, kw_only=True):
    """So many counters of a name are on a card now."""

    thing: int
    name: str
    n: int


class EffectUsed(Event, frozen=True, kw_only=True):
    """A use of an effect was counted against its limit."""

    keys: tuple[str, ...]
