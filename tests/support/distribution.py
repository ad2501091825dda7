"""Distributes the tests over the workers of xdist: a file to one worker, and a game's conformance to one worker.

Many files compute something once per process, such as random plays, and all their tests inspect it. A file that is
split between workers would compute it in each of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling, Scheduling

from services.gateway.games import GAMES

ROOT: Final = Path(__file__).parents[2]
FIRST: Final = ("tests/faults", "tests/gateway", "tests/web", "tests/jobs", "tests/http", "tests/conformance")
"""The folders with the longest files. They run first, so that no worker begins one when the others have finished."""
SHARED: Final = {"tests/http/test_foundry_module.py": "tests/http/test_typescript_client.py"}
"""Files that go with another one, whose fixture takes long: here the TypeScript client, packed and installed."""


def scope_of(nodeid: str) -> str:
    """Return what keeps a test on one worker: its file, or its game if it is a conformance test."""
    file, _, name = nodeid.partition("::")
    file = SHARED.get(file, file)
    folder = file.rpartition("/")[0]
    game = name.partition("[")[2].rstrip("]").partition("-")[0]
    return f"{folder}[{game}]" if folder == "tests/conformance" and game in GAMES else file


def longest_first(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Return tests in order of their folders' time; the order within a rank stays random."""
    return sorted(items, key=_rank)


def _rank(item: pytest.Item) -> int:
    path = item.path.as_posix()
    return next((rank for rank, folder in enumerate(FIRST) if f"/{folder}/" in path), len(FIRST))


class ScopeScheduling(LoadScopeScheduling):  # type: ignore[misc] # xdist ships no types
    """Gives each worker whole scopes, in the order in which they were collected."""

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)


def scheduler(config: pytest.Config, log: Producer) -> Scheduling | None:
    """Return this way to distribute, unless the command line asks for another one with `--dist`."""
    if config.getoption("dist") != "load":
        return None
    config.option.loadscopereorder = False
    return ScopeScheduling(config, log)
