"""Distributes tests over workers: each file, and the conformance tests of each game, run on a single worker.

Many files compute something once per process, such as random plays, which all of their tests inspect. If a file
were split between workers, each of them would compute it. The browser tests are distributed too, and each
worker has its own browser, because these tests wait for other processes more than they compute.
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
FIRST: Final = (
    ("tests/web/test_play.py",),
    (
        "tests/conformance", "tests/web/test_evening.py", "tests/web/test_lessons.py",
        "tests/faults/test_refusing_store.py", "tests/faults/test_silent_servers.py",
        "tests/faults/test_chunk_faults.py", "tests/simulation",
    ),
    ("tests/web", "tests/faults", "tests/gateway", "tests/jobs", "tests/http"),
    ("tests/bones/test_whole_campaigns.py",), ("tests/shared/kernel/test_no_refusal_follows_a_draw.py",),
    ("tests/tcg/test_random_matches.py",), ("tests/tcg/test_secrets.py",), ("tests/bones/test_closed_by_chance.py",),
    ("tests/rpg_specialist_total/test_whole_fights.py",), ("tests/shared",), ("tests/dice",),
)  # fmt: skip
"""Groups of the folders and files that take longest.

They run first, so that no worker starts one of them after the others have finished. The folders and files of a
group are mixed evenly, because some mostly wait and others mostly compute: at any time there are tests of both
kinds.
"""
SHARED: Final = {"tests/http/test_foundry_module.py": "tests/http/test_typescript_client.py"}
"""Files that share a worker with another file, because both use a slow fixture: the packed and installed client."""


def scope_of(nodeid: str) -> str:
    """Return the scope whose tests stay on one worker: a file, or a game (for conformance tests)."""
    file, _, name = nodeid.partition("::")
    file = SHARED.get(file, file)
    folder = file.rpartition("/")[0]
    game = name.partition("[")[2].rstrip("]").partition("-")[0]
    return f"{folder}[{game}]" if folder == "tests/conformance" and game in GAMES else file


def longest_first(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Return tests with the slowest files and folders first; within each of these the order stays random."""
    items = [*items]
    places = places_of(item.nodeid for item in items)
    return sorted(items, key=lambda item: places[scope_of(item.nodeid)])


def places_of(nodeids: Iterable[str]) -> dict[str, tuple[int, float]]:
    """Return each scope's sort key: the number of its group, and its relative place (0 to 1) within its folder."""
    found: dict[tuple[int, str], dict[str, None]] = {}
    for nodeid in nodeids:
        found.setdefault(_entry(nodeid), {}).setdefault(scope_of(nodeid))
    return {
        scope: (group, (place + 0.5) / len(scopes))
        for (group, _), scopes in found.items()
        for place, scope in enumerate(scopes)
    }


def _entry(nodeid: str) -> tuple[int, str]:
    """Return the number of a test's group in `FIRST`, and the name in that group that the test is in."""
    entries = ((group, name) for group, names in enumerate(FIRST) for name in names)
    return next((entry for entry in entries if is_within(nodeid, entry[1])), (len(FIRST), ""))


def is_within(nodeid: str, name: str) -> bool:
    """Return whether a test is in a file, or anywhere below a folder."""
    return nodeid.startswith((f"{name}/", f"{name}::"))


class ScopeScheduling(LoadScopeScheduling):  # type: ignore[misc] # xdist ships no types
    """A scheduler that gives each worker whole scopes, in the order in which they were collected."""

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)


def scheduler(config: pytest.Config, log: Producer) -> Scheduling | None:
    """Return a `ScopeScheduling`, unless the command line asks for another scheduler with `--dist`."""
    if config.getoption("dist") != "load":
        return None
    config.option.loadscopereorder = False
    return ScopeScheduling(config, log)
