"""Names: none has a sign in it that sets a name apart in a card's text, so that the text can be read in one way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from services.tcg.cards.faults import Fault
from services.tcg.cards.language import Card, Effect, Is, Part
from services.tcg.cards.walk import Scope

SIGNS: Final = frozenset('"“”„«»{}*')
"""Quotation marks stand around names, braces around tribes, asterisks around what is bold or italic."""
NAMED: Final[dict[type[Part], tuple[str, ...]]] = {
    Card: ("name", "rarity", "archetypes", "tribes"), Effect: ("name",), Is: ("name", "archetype", "tribe")
}  # fmt: skip
ASIDES: Final = ("flavour", "notes")


def names(part: Part, path: str, scope: Scope) -> Iterator[Fault]:
    """Check what a card and its parts are called. Rule: TC-READ-01 to TC-READ-05."""
    for kind, fields in NAMED.items():
        if isinstance(part, kind):
            for field in fields:
                yield from _named(getattr(part, field), f"{path}.{field}".lstrip("."), scope)
    if isinstance(part, Card):
        for field in ASIDES:
            if "*" in (getattr(part, field) or ""):
                yield scope.fault(field, "an asterisk would end the italics", "TC-READ-04", "TC-READ-05")


def _named(value: str | tuple[str, ...] | None, path: str, scope: Scope) -> Iterator[Fault]:
    several = isinstance(value, tuple)
    for at, name in enumerate(value if isinstance(value, tuple) else (value or "",)):
        if found := sorted(SIGNS & set(name)):
            reason = f"a name has no {' '.join(found)} in it"
            yield scope.fault(f"{path}[{at}]" if several else path, reason, "TC-READ-01", "TC-READ-02", "TC-READ-03")
