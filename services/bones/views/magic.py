"""What a seat may see of magic: effects that go on, minds that may resist, and orders."""

from __future__ import annotations

from services.bones.state.magic import Casting, Effect, Order, Resistance


class SeenCasting(Casting, frozen=True, kw_only=True, omit_defaults=False):
    """Magic as it is called on."""


class SeenEffect(Effect, frozen=True, kw_only=True, omit_defaults=False):
    """An effect of magic that goes on."""


class SeenResistance(Resistance, frozen=True, kw_only=True, omit_defaults=False):
    """A mind that may resist."""

    makes: SeenEffect | None = None


class SeenOrder(Order, frozen=True, kw_only=True, omit_defaults=False):
    """An order to somebody whose mind is controlled."""
