"""A long Boundless campaign: commands per second on one stream that already has 2,000 events."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any, Final

import httpx

from services.gateway.processes.running import running

from .load import Load, put, request
from .ours import bench_key
from .rows import Row, row

EVENTS: Final = 2_000
CAMPAIGNS: Final = "/rpg_boundless/v1/campaigns"
ASK: Final = b'{"command":{"type":"AskFortune","question":"is it raining","odds":{"likelihood":"even"}}}'
ASKED: Final = b'"FortuneTold"'
SEATS: Final = [{"seat": "gm", "role": "gm"}, {"seat": "player-1"}]


def rows(*, seconds: float, rounds: int) -> list[Row]:
    """Measure Fortune Rolls on one campaign, with 8 and 32 connections, fsync always, and `return=minimal`."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
        key = asyncio.run(bench_key(server.store.url))
        with server.client(key) as app:
            path = _long_campaign(app)
        asked = request("POST", f"{path}/commands", body=ASK, key=key, Prefer="return=minimal")
        found: list[Row] = []
        for connections in (8, 32):
            load = Load(port=server.port, requests=(asked,), connections=connections, seconds=seconds, expect=ASKED)
            runs = [put(load) for _ in range(rounds)]
            assert all(run.failed == 0 for run in runs), runs[0].first_failure
            name = f"campaign of {EVENTS:,} events, {connections} connections"
            found.append(row(f"commands, {name}", "1/s", [run.rate for run in runs], note="one hot stream, durable"))
            found.append(row(f"p99, {name}", "ms", [run.p99 for run in runs]))
        return found


def _long_campaign(app: httpx.Client) -> str:
    """Open a campaign with a character, and play until the stream has 2,000 events."""
    opened: dict[str, Any] = app.post(CAMPAIGNS, json={"seats": SEATS}).raise_for_status().json()
    path = f"{CAMPAIGNS}/{opened['id']}"
    version = int(opened["version"])
    headers = {"Prefer": "return=minimal", "Content-Type": "application/json"}
    while version < EVENTS:
        version = int(app.post(f"{path}/commands", content=ASK, headers=headers).raise_for_status().json()["version"])
    return path
