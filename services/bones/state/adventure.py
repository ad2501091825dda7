"""An adventure that is being played: where it stands in its timetable, and what has become of those in it."""

from __future__ import annotations

from msgspec import Struct


class Adventure(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An adventure that a game master has loaded. `name`: of the printed one; day: of its timetable, from 1."""

    name: str
    day: int = 1
