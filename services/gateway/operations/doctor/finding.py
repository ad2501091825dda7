"""What a check of `arbiter doctor` finds."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Level: TypeAlias = Literal["fine", "warning", "fault"]


class Finding(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of one check: what it is about, how bad it is, a sentence, and what helps.

    A `fault` keeps Arbiter from starting, serving or keeping its promises. With a `warning` it runs, but not as its
    users expect.
    """

    about: str
    level: Level
    says: str
    remedy: str = ""


def fine(about: str, says: str) -> Finding:
    """Return the result of a check that found nothing wrong."""
    return Finding(about=about, level="fine", says=says)


def warning(about: str, says: str, remedy: str) -> Finding:
    """Return the result of a check with which Arbiter still runs."""
    return Finding(about=about, level="warning", says=says, remedy=remedy)


def fault(about: str, says: str, remedy: str) -> Finding:
    """Return the result of a check that has to be mended."""
    return Finding(about=about, level="fault", says=says, remedy=remedy)
