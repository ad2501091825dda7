"""The `eventsourcing` library: aggregates of the same shape as ours, in memory and on SQLite."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

RECENT: Final = 50


class Walk(Aggregate):
    """A walker that moves step by step."""

    @event("Begun")
    def __init__(self) -> None:
        """Start at 0."""
        self.steps = 0
        self.place = 0

    @event("Stepped")
    def step(self, by: int) -> None:
        """Move the walker by a number of paces."""
        self.steps += 1
        self.place += by


class Table(Aggregate):
    """A dice table that stores its last rolls, each as JSON."""

    @event("TableOpened")
    def __init__(self) -> None:
        """Open the table."""
        self.rolls = 0
        self.recent: tuple[dict[str, Any], ...] = ()

    @event("Rolled")
    def roll(self, rolled: dict[str, Any]) -> None:
        """Store a roll."""
        self.rolls += 1
        self.recent = (*self.recent, rolled)[-RECENT:]


class Walks(Application[UUID]):
    """The application that stores all walks."""

    def begin(self, steps: int) -> UUID:
        """Begin a walk of this many steps."""
        walk = Walk()
        for number in range(steps):
            walk.step(by=number % 7)
        self.save(walk)
        return walk.id

    def step(self, walk_id: UUID, by: int) -> int:
        """Load a walk, move a step, save it, and return the number of steps."""
        walk: Walk = self.repository.get(walk_id)
        walk.step(by=by)
        self.save(walk)
        return walk.steps


IN_MEMORY: Final[dict[str, str]] = {"PERSISTENCE_MODULE": "eventsourcing.popo"}


def on_sqlite(folder: Path) -> dict[str, str]:
    """Return the settings for a SQLite file."""
    return {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": os.fspath(folder / "walks.sqlite")}


class Replay:
    """A stored aggregate, replayed as the library does it, or without the fetching and the checks of the library."""

    def __init__(self, walks: Walks, aggregate_id: UUID) -> None:
        """Fetch the events of the aggregate, which `parts` replays."""
        self._whole: Callable[[], Any] = partial(walks.repository.get, aggregate_id)
        self._told: Callable[[Any], Any] = walks.mapper.to_domain_event
        self._stored: list[Any] = list(walks.recorder.select_events(aggregate_id))
        self.events = len(self._stored)

    def whole(self) -> None:
        """Get the aggregate from the repository, in memory, and check the result."""
        assert self._whole().version == self.events

    def parts(self) -> None:
        """Decode and fold every event, and do nothing else; check the result."""
        found: Any = None
        for stored in self._stored:
            found = self._told(stored).mutate(found)
        assert found.version == self.events


def stored_walk(steps: int) -> Replay:
    """Store a walk, and return its replay."""
    walks = Walks(env=IN_MEMORY)
    return Replay(walks, walks.begin(steps))


def stored_table(rolls: Sequence[dict[str, Any]]) -> Replay:
    """Store a table with these rolls, and return its replay."""
    walks = Walks(env=IN_MEMORY)
    table = Table()
    for roll in rolls:
        table.roll(rolled=roll)
    walks.save(table)
    return Replay(walks, table.id)
