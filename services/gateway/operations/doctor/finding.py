"""Results of the checks that `arbiter doctor` performs."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Level: TypeAlias = Literal["fine", "warning", "fault"]


class Finding(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of one check: what was checked, how serious it is, a sentence about it, and what to do.

    A `fault` prevents Arbiter from starting, serving or keeping its promises. With a `warning` it runs, but not as its
    users expect.
    """

    about: str
    level: Level
    says: str
    remedy: str = ""


def fine(about: str, says: str) -> Finding:
    """Return the result of a check that found no problem."""
    return Finding(about=about, level="fine", says=says)


def warning(about: str, says: str, remedy: str) -> Finding:
    """Return the result of a check that found a problem, although Arbiter still runs."""
    return Finding(about=about, level="warning", says=says, remedy=remedy)


def fault(about: str, says: str, remedy: str) -> Finding:
    """Return the result of a check that found a problem which must be fixed."""
    return Finding(about=about, level="fault", says=says, remedy=remedy)
