"""What is wrong with a card: where, why, and what to write instead."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct


class Fault(Struct, frozen=True, kw_only=True):
    """A place of a card that cannot stand: `field` is the path to it, as JSON writes it."""

    card: str
    field: str
    reason: str
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return it on one line: the card, the field, the reason and the rules."""
        named = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{self.card}: {self.field}: {self.reason}{named}"


class BadCards(ValueError):
    """Cards that may not be played with, with everything that is wrong with them."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))
