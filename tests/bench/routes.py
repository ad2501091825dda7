"""The routes that need no stream: single rolls, batches, and warm exact odds."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from .load import Answered, Load, put, request
from .ours import Ours, serving
from .rows import Row, row

ROLL: Final = b'{"what":{"throw":"Notation","text":"1d20+5"}}'
BATCH: Final = 100
POOLS: Final = {
    "4d6kh3": b'{"what":{"throw":"Notation","text":"4d6kh3"}}',
    "10d10kh5": b'{"what":{"throw":"Notation","text":"10d10kh5"}}',
}


def rows(*, seconds: float, rounds: int) -> list[Row]:
    """Measure each route, and return one row of the table for each."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), "durable") as ours:
        return [*_rolls(ours, seconds, rounds), *_odds(ours, seconds, rounds)]


def _rolls(ours: Ours, seconds: float, rounds: int) -> list[Row]:
    path, made = "/dice/v1/rolls", 201
    one = [_post(ours, path, _body(1), connections=32, seconds=seconds, status=made) for _ in range(rounds)]
    many = [_post(ours, path, _body(BATCH), connections=8, seconds=seconds, status=made) for _ in range(rounds)]
    return [
        row("POST /dice/v1/rolls, 32 connections", "1/s", [run.rate for run in one], note="1d20+5, durable, one table"),
        row(f"rolls in batches of {BATCH}, 8 connections", "rolls/s", [run.rate * BATCH for run in many]),
    ]


def _odds(ours: Ours, seconds: float, rounds: int) -> list[Row]:
    found = []
    for name, body in POOLS.items():
        runs = [_post(ours, "/dice/v1/odds", body, connections=8, seconds=seconds, status=200) for _ in range(rounds)]
        asked, note = f"POST /dice/v1/odds, {name}, warm", "8 connections"
        found.append(row(f"p99 of {asked}", "ms", [run.p99 for run in runs], note=note))
        found.append(row(asked, "1/s", [run.rate for run in runs], note=note))
    return found


def _body(size: int) -> bytes:
    return b'{"rolls":[' + b",".join([ROLL] * size) + b"]}"


def _post(ours: Ours, path: str, body: bytes, *, connections: int, seconds: float, status: int) -> Answered:
    asked = request("POST", path, body=body, key=ours.key)
    load = Load(port=ours.port, requests=(asked,), connections=connections, seconds=seconds, status=status)
    run = put(load)
    assert run.failed == 0, run.first_failure
    return run
