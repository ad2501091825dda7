"""The view of magic: lasting effects, minds that may resist, and orders."""

from __future__ import annotations

from services.bones.state.magic import Casting, Effect, Order, Resistance


class SeenCasting(Casting, frozen=True, kw_only=True, omit_defaults=False):
    """A use of magic."""


class SeenEffect(Effect, frozen=True, kw_only=True, omit_defaults=False):
    """A lasting effect of magic."""


class SeenResistance(Resistance, frozen=True, kw_only=True, omit_defaults=False):
    """A mind that may resist magic or an order."""

    makes: SeenEffect | None = None


class SeenOrder(Order, frozen=True, kw_only=True, omit_defaults=False):
    """An order to a controlled creature."""
