"""How a process of the pool finds a game by the name of its streams: by where every service keeps it."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any

from shared.kernel.game import Game
from shared.kernel.jobs.game import job_of
from shared.kernel.replay import Reader

JOB = "job"


@cache
def decider_of(name: str) -> Game[Any]:
    """Return the game whose streams are named so, as `dice.table`.

    Refuses: LookupError
    """
    service, _, kind = name.partition(".")
    if kind == JOB:
        return job_of(importlib.import_module(f"services.{service}.tasks").SIMULATION)
    for found in vars(importlib.import_module(f"services.{service}.game")).values():
        if isinstance(found, Game) and found.name == name:
            return found
    raise LookupError(f"no game has streams named {name}")


@cache
def reader_of(name: str) -> Reader[Any]:
    """Return the reader of a game's streams."""
    return Reader(decider_of(name))
