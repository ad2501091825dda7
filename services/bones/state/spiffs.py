"""Uses of spiffs (points that players may spend), which the game master may allow or veto."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

SpiffUseKind: TypeAlias = Literal["reroll", "success", "soak", "minor", "meaningful", "major", "survive"]
Deed: TypeAlias = Literal[
    "good back-story", "great back-story", "campaign log", "portrait", "campaign help", "role-playing", "laughter"
]


class SpiffUse(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A use of spiffs that the game master must allow or veto.

    Rule: BN-SPIFF-19, BN-R-087

    Shape: on: the roll or wound that the use changes, or the effect that the soaked sacrifice sustains; die: the die to
           reroll; text: the story that the player adds, or how the character survived
    """

    id: str
    seat: str
    creature: str
    use: SpiffUseKind
    cost: int
    on: str | None = None
    die: str | None = None
    text: str | None = None
