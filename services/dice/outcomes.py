"""What came of a roll: resolved facts, compact enough for thousands of dice. Their names are the storage format.

Throws are known by their place: 0, 1, 2 … in the order in which they fell. Lists of places and values are left out
where they would say nothing.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

Amount: TypeAlias = int | str
"""A whole number, or an exact fraction as text, such as `"7/2"`."""
Places: TypeAlias = tuple[int, ...]


class ThrownDice(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Dice of one term. `total` is what they count: their sum, or successes less failures.

    faces      what each throw shows, first the dice asked for, then each further throw
    sources    for each further throw, the place of the throw that led to it
    rerolled   throws that were thrown again and count nothing; joined: further throws counted in the die they led from
    dropped    dice set aside; values: what each throw counts, where that is not what it shows
    order      the places as the notation wants them shown; criticals, fumbles: places so marked
    sets       where matching sets are counted, the places of each
    """

    text: str
    faces: tuple[int, ...]
    total: Amount
    sources: Places = ()
    rerolled: Places = ()
    joined: Places = ()
    dropped: Places = ()
    values: tuple[Amount, ...] = ()
    successes: Places | None = None
    failures: Places | None = None
    criticals: Places = ()
    fumbles: Places = ()
    order: Places = ()
    labels: tuple[str, ...] = ()
    sets: tuple[Places, ...] = ()


class ThrownGroup(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A group: what each member came to, and by their number the members dropped, succeeding, failing or marked."""

    text: str
    members: tuple[Amount, ...]
    total: Amount
    dropped: Places = ()
    successes: Places | None = None
    failures: Places | None = None
    criticals: Places = ()
    fumbles: Places = ()
    order: Places = ()


class NotationOutcome(Struct, frozen=True, kw_only=True, omit_defaults=True, tag="notation", tag_field="of"):
    """What a notation came to: the total, and the dice from left to right."""

    total: Amount
    dice: tuple[ThrownDice, ...] = ()
    groups: tuple[ThrownGroup, ...] = ()
    comment: str = ""


class LabelAmount(Struct, frozen=True, kw_only=True):
    """What stands under a label, such as the damage of one kind."""

    label: str
    amount: Amount


class ThrownSymbols(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Symbol dice of one kind, and the number of the face each shows, counted from 1; further throws stand last.

    sources    for each further throw, the place of the throw that led to it; rerolled: throws that count nothing
    """

    die: str
    faces: tuple[int, ...]
    sources: Places = ()
    rerolled: Places = ()


class SymbolOutcome(Struct, frozen=True, kw_only=True, tag="symbols", tag_field="of"):
    """What a symbol pool came to: all symbols shown, those left when pairs have cancelled, and their weighted sum."""

    dice: tuple[ThrownSymbols, ...]
    shown: dict[str, int]
    left: dict[str, int]
    total: int


class PositionOutcome(Struct, frozen=True, kw_only=True, tag="position", tag_field="of"):
    """Hits and misses; controlled succeeds and dire fails without dice. `zero_dice`: one die, on which only 6 hits."""

    faces: tuple[int, ...]
    hits: int
    misses: int
    success: bool
    zero_dice: bool


class LuckOutcome(Struct, frozen=True, kw_only=True, tag="luck", tag_field="of"):
    """Net successes (luck may take them below 0), failures of the normal dice, and the critical if there is one."""

    faces: tuple[int, ...]
    luck: tuple[int, ...]
    successes: int
    failures: int
    critical: str | None


class FlipOutcome(Struct, frozen=True, kw_only=True, tag="flip", tag_field="of"):
    """The total, how the flip fell, and the percentile 0 to 99 with what it means: each only if it was rolled."""

    faces: tuple[int, ...]
    luck: tuple[int, ...]
    lucky: bool | None
    total: int
    percentile: int | None
    critical: str | None


class CharacterOutcome(Struct, frozen=True, kw_only=True, tag="character", tag_field="of"):
    """Successes, Nulls (automatic ones included) and what is left, which may be below 0; one left is a success."""

    faces: tuple[int, ...]
    challenge: tuple[int, ...]
    icons: dict[str, int]
    successes: int
    nulls: int
    margin: int
    success: bool


Outcome: TypeAlias = NotationOutcome | SymbolOutcome | PositionOutcome | LuckOutcome | FlipOutcome | CharacterOutcome
