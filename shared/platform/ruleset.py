"""The name of the rules a commit was decided by: the release, and a digest of all code and data that decide.

Two releases with the same digest decide alike. An audit compares it, to tell a difference from a different rule.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
CORE: Final = ("messages", "refusals", "game", "chance", "stream", "record", "odds")
SHELL: Final = frozenset({"routes.py", "tasks.py", "app.py", "views.py", "legal.py"})
DIGITS: Final = 16


def release() -> str:
    """Give the version of this release."""
    return version("arbiter")


@cache
def ruleset_of(service: str) -> str:
    """Name the rules of a service as they stand in this release."""
    return _named(_deciding(service))


@cache
def simulation_ruleset_of(service: str) -> str:
    """Name the rules of a service's simulations: its own, its policies, and how trials are played and counted."""
    tasks = ROOT / "services" / service / "tasks.py"
    return _named((*_deciding(service), tasks, *sorted((ROOT / "shared" / "kernel" / "jobs").rglob("*.py"))))


def _named(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"{release()}+{digest.hexdigest()[:DIGITS]}"


def _deciding(service: str) -> Iterator[Path]:
    """List the files that decide, in a fixed order."""
    shared = ROOT / "shared" / "kernel"
    for name in CORE:
        yield from (
            [shared / f"{name}.py"] if (shared / f"{name}.py").exists() else sorted((shared / name).rglob("*.py"))
        )
    game = ROOT / "services" / service
    for path in sorted(game.rglob("*")):
        if path.suffix in {".py", ".toml", ".lark"} and not (path.parent == game and path.name in SHELL):
            yield path
