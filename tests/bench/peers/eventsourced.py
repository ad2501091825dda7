"""The `eventsourcing` library: an aggregate of the same shape as our toy, in memory and on SQLite."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

A = TypeVar("A", bound=Aggregate)


class Walk(Aggregate):
    """Somebody walks, step by step."""

    @event("Begun")
    def __init__(self) -> None:
        """Begin at the start."""
        self.steps = 0
        self.place = 0

    @event("Stepped")
    def step(self, by: int) -> None:
        """Go some paces."""
        self.steps += 1
        self.place += by


class Walks(Application[UUID]):
    """All walks."""

    def begin(self, steps: int) -> UUID:
        """Begin a walk of so many steps."""
        walk = Walk()
        for number in range(steps):
            walk.step(by=number % 7)
        self.save(walk)
        return walk.id

    def step(self, walk_id: UUID, by: int) -> int:
        """Load a walk, go a step, save it; give the number of steps."""
        walk: Walk = self.repository.get(walk_id)
        walk.step(by=by)
        self.save(walk)
        return walk.steps


IN_MEMORY: Final[dict[str, str]] = {"PERSISTENCE_MODULE": "eventsourcing.popo"}


def on_sqlite(folder: Path) -> dict[str, str]:
    """Give the settings for a file of SQLite."""
    return {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": os.fspath(folder / "walks.sqlite")}


class Replay:
    """The decoding and folding of a stored walk, apart from fetching it."""

    def __init__(self, steps: int) -> None:
        """Store a walk and fetch it."""
        walks = Walks(env=IN_MEMORY)
        walk_id = walks.begin(steps)
        self.steps = steps
        self._told: Callable[[Any], Any] = walks.mapper.to_domain_event
        self._stored: list[Any] = list(walks.recorder.select_events(walk_id))

    def __call__(self) -> None:
        """Decode every event and fold it; the outcome is checked."""
        walk: Any = None
        for stored in self._stored:
            walk = self._told(stored).mutate(walk)
        assert walk.steps == self.steps
