"""Faults of cards. A fault names a field, the reason, and what to write instead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from msgspec import Struct


class Fault(Struct, frozen=True, kw_only=True):
    """A fault in a card. `field` is the JSON path to the faulty part."""

    card: str
    field: str
    reason: str
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the fault on one line: card, field, reason and rules."""
        named = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{self.card}: {self.field}: {self.reason}{named}"


class Place(Protocol):
    """The position of a part on its card, with a function that reports faults in its fields."""

    def fault(self, field: str, reason: str, *rules: str) -> Fault:
        """Return a fault in a field of the part at this position, or in the part itself if `field` is empty."""
        ...


class BadCards(ValueError):
    """A card set that cannot be used, with all its faults."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))
