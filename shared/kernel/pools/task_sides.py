"""One side of a task: dice whose faces can be read in several ways, and the limits and deductions of its total.

A *reading* (`Way`) is one way in which a face may count. If a face has several readings, the die's owner chooses one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from shared.kernel.messages import Line

MOST_DICE: Final = 60
"""The maximum number of dice on one side."""
SPARED: Final = 2
"""The number of successes that one reading regains from darkness or cover, or removes from a sneaking opponent."""

Count: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]


class Way(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One way to read a face (a reading), with its effects.

    `successes`: successes that count. `firm`: those among them that encumbrance cannot take away if the side is
    `icons_only`. `nulls`: successes that the face subtracts. `encumbers`: successes that it subtracts as encumbrance.
    `eases`: the number of worn dice whose encumbrance it undoes. `sees`, `aims`, `senses`: how many times it regains
    two successes lost to darkness, regains two lost to cover, or removes two from a sneaking opponent. `harm`: the
    number of dice that it removes from the roll, those with a success first. `hurt`: the number of dice that it removes
    from the roll, with or without a success. Harm and hurt act before the owner chooses a reading, so only those of the
    first reading of a face count.
    """

    successes: Count = 0
    firm: Count = 0
    nulls: Count = 0
    encumbers: Count = 0
    eases: Count = 0
    sees: Count = 0
    aims: Count = 0
    senses: Count = 0
    harm: Count = 0
    hurt: Count = 0


Face: TypeAlias = Annotated[tuple[Way, ...], Meta(max_length=6, description="the ways it may be read in; blank: none")]
BLANK: Final = Way()


class TaskDie(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A die of one side.

    `own`: harm may remove the die from the roll. `caps`: the amount by which the cap falls if the die is removed.
    `worn`: the die's encumbrance may be undone.
    """

    faces: Annotated[tuple[Face, ...], Meta(min_length=6, max_length=6)]
    own: bool = True
    caps: Count = 0
    worn: bool = False
    name: Line | None = None


class TaskSide(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The dice of one side, and how its total is counted: up to the cap, plus the bonus, minus the deductions.

    `given`: successes from others, which count under the cap. `darkness`, `cover`: successes lost to each.
    `bonus_in_cap`: the bonus counts under the cap. `points`: easing undoes one point of encumbrance, not that of a
    whole die. `icons_only`: encumbrance removes no firm success. `cover_only`: aiming regains nothing that is lost to
    darkness. `greater_only`: only the greater of darkness and cover counts. `kept`: a removed die still counts the face
    that it showed. `once`: all harm together removes one die. `sneaks`: this side sneaks, and its opponents may sense
    it.
    """

    dice: Annotated[tuple[TaskDie, ...], Meta(max_length=MOST_DICE)] = ()
    cap: Number | None = None
    given: Number = 0
    bonus: Number = 0
    loss: Number = 0
    darkness: Number = 0
    cover: Number = 0
    bonus_in_cap: bool = False
    points: bool = False
    icons_only: bool = False
    cover_only: bool = False
    greater_only: bool = False
    kept: bool = False
    once: bool = False
    sneaks: bool = False


def sum_of_ways(ways: Sequence[Way]) -> Way:
    """Return the sum of the effects of several readings."""
    if len(ways) == 1:
        return ways[0]
    return Way(**{name: sum(getattr(way, name) for way in ways) for name in Way.__struct_fields__})


HINDERS: Final = ("nulls", "encumbers", "harm", "hurt")


def useful(ways: Iterable[Way]) -> tuple[Way, ...]:
    """Return the readings of a face that its owner might choose, in order; () if no reading has an effect."""
    found = list(dict.fromkeys(ways))
    kept = [way for way in found if not any(_beats(other, way) for other in found)] if found[1:] else found
    return () if kept == [BLANK] else tuple(kept)


def _beats(one: Way, other: Way) -> bool:
    """Whether one way to read a face is at least as good as another in all its effects."""
    worse = any(
        (getattr(one, name) < getattr(other, name)) ^ (name in HINDERS) and getattr(one, name) != getattr(other, name)
        for name in Way.__struct_fields__
    )
    return one != other and not worse
