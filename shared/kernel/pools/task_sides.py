"""One side of a task: dice whose faces are read in the best of their ways, and what limits and lessens the total."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from shared.kernel.messages import Line

MOST_DICE: Final = 60
"""Dice of one side."""
SPARED: Final = 2
"""Successes that a way saves from darkness or cover, or takes from an opponent."""

Count: TypeAlias = Annotated[int, Meta(ge=0, le=20)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]


class Way(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a face gives, read in one of its ways.

    Shape: successes: that count; firm: how many of them encumbrance leaves alone, where it takes icons only;
           nulls: successes it takes off; encumbers: those it takes off as encumbrance; eases: worn dice whose
           encumbrance it undoes; sees, aims, senses: times it takes two off darkness, cover, or an opponent who sneaks;
           harm: dice it takes out of the roll, those first that showed a success; hurt: dice it takes out, whichever.
           What hurts acts before the face is read: that of its first way
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
    """A die of a side.

    Shape: own: harm may take it out of the roll; caps: how much less the cap is once it is lost; worn: what it
           encumbers by may be undone
    """

    faces: Annotated[tuple[Face, ...], Meta(min_length=6, max_length=6)]
    own: bool = True
    caps: Count = 0
    worn: bool = False
    name: Line | None = None


class TaskSide(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The dice of one side, and how its total is counted: at most the cap, then the bonus, then what is lost.

    Shape: given: successes from others, which count under the cap; darkness, cover: successes lost to each;
           bonus_in_cap: the bonus stays under the cap; points: a way that eases undoes one point and not a whole die;
           icons_only: encumbrance takes no firm success; cover_only: aim spares nothing of darkness;
           greater_only: of darkness and cover only the greater counts; kept: what a die that is lost showed counts;
           once: all harm together takes one die; sneaks: others may sense it
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


def added(ways: Sequence[Way]) -> Way:
    """Return what ways give together."""
    if len(ways) == 1:
        return ways[0]
    return Way(**{name: sum(getattr(way, name) for way in ways) for name in Way.__struct_fields__})


HINDERS: Final = ("nulls", "encumbers", "harm", "hurt")


def useful(ways: Iterable[Way]) -> tuple[Way, ...]:
    """Return the ways of a face that its owner might take, in order; none where it does nothing at all."""
    found = list(dict.fromkeys(ways))
    kept = [way for way in found if not any(_beats(other, way) for other in found)] if found[1:] else found
    return () if kept == [BLANK] else tuple(kept)


def _beats(one: Way, other: Way) -> bool:
    """Whether a way gives all that another gives, and more, and hinders no more."""
    worse = any(
        (getattr(one, name) < getattr(other, name)) ^ (name in HINDERS) and getattr(one, name) != getattr(other, name)
        for name in Way.__struct_fields__
    )
    return one != other and not worse
