"""The forms that events have in common."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from shared.kernel.messages import Seat


class Gone(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A spirit that went to its owner's void: its new number, and where it was."""

    owner: Seat
    card: str
    thing: int
    origin: Literal["spirit_deck", "hand", "under"]
    was: int = 0
    """The number it had under a card."""


class Shown(Struct, frozen=True, kw_only=True):
    """A card that came into everybody's sight: what it is, and its new number."""

    card: str
    thing: int
