"""Faces of dice: their notation and their parts.

face = "blank" | part {"+" part}; part = icon [":" variant] ["*" count]: `Melee*2`, `Enc+Defend`, `Melee:Riposte`,
`Racial:Dwarf`. A face with several parts counts as all of them at once. The variant of a skill's icon names one of the
skill's masteries.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from shared.kernel.messages import END, Line

SIDES: Final = 6
BLANK: Final = "blank"
_PART: Final = r"[A-Z][A-Za-z]*(:[A-Za-z][A-Za-z' -]*[A-Za-z])?(\*[2-6])?"

Face: TypeAlias = Annotated[
    str,
    Meta(
        pattern=rf"^(blank|{_PART}(\+{_PART})*)" + END,
        max_length=80,
        description="a face: blank, or icons joined by +, as Melee*2, Enc+Defend or Melee:Riposte",
    ),
]
SixFaces: TypeAlias = Annotated[tuple[Face, ...], Meta(min_length=SIDES, max_length=SIDES)]
Move: TypeAlias = Annotated[str, Meta(pattern=r"^\d{1,3}(\.5)?" + END, description="a move score, as 1, 4 or 0.5")]
Names: TypeAlias = Annotated[tuple[Line, ...], Meta(max_length=100)]


class Part(Struct, frozen=True):
    """An icon on a face, with its variant and the number of times that it counts."""

    icon: str
    variant: str | None = None
    count: int = 1

    @property
    def name(self) -> str:
        """Return the icon with its variant, without the count."""
        return self.icon if self.variant is None else f"{self.icon}:{self.variant}"


@lru_cache(maxsize=4096)
def parts(face: str) -> tuple[Part, ...]:
    """Return the parts of a face. A blank face has none. Rule: BN-IMP-06, BN-R-056."""
    return () if face == BLANK else tuple(_part(text) for text in face.split("+"))


def _part(text: str) -> Part:
    found = re.fullmatch(r"([A-Za-z]+)(?::([^*]+))?(?:\*(\d))?", text)
    if found is None:
        raise ValueError(f"{text!r} is no part of a face")
    icon, variant, count = found.groups()
    return Part(icon, variant, int(count or 1))


def halves(move: str) -> int:
    """Return a move score in half steps. For example, a move of 1 is 2 half steps."""
    whole, _, half = move.partition(".")
    return 2 * int(whole) + bool(half)


def as_move(halves: int) -> str:
    """Return the move score for a number of half steps, as text."""
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)
