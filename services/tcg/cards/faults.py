"""What is wrong with a card, said so that its author can put it right."""

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
        """Give it on one line."""
        named = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{self.card}: {self.field}: {self.reason}{named}"


class BadCards(ValueError):
    """Cards that may not be played with, with everything that is wrong with them."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))
