"""Runs the traffic against an installation of all processes, and takes samples."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from services.gateway.processes.running import Running, running
from tests.bench.load import at_share
from tests.bench.ours import UNLIMITED
from tests.soak.guests import JOB_SECONDS, MATCH_SECONDS, Campaigns, Guest, Jobs, Matches
from tests.soak.processes import Use, uses
from tests.soak.traffic import Connection, Counts, Pace, Player
from tests.support.http import key_of
from tests.support.jobs import crewed
from tests.support.receiver import receiving

PLAYERS: Final = 16
CAPACITY_SECONDS: Final = 20.0
SETTINGS: Final[dict[str, Any]] = {
    "ARBITER_SERVERS": "2", "ARBITER_WORKERS": "1", "ARBITER_WEBHOOKS_PRIVATE": "yes",
    "ARBITER_CACHED_STREAMS": "16", "ARBITER_CACHED_MEGABYTES": "2", "ARBITER_CACHED_OWNERS": "1000",
}  # fmt: skip
"""Caches of a size that the beginning of a run fills, so that they do not look like growth later."""
WARM_STREAMS: Final = 10_500
"""Streams that are opened and closed before the traffic.

They fill the caches that keep something small for each stream: of 4,096 streams in each of the two servers and in the
dispatcher, and of `ARBITER_CACHED_OWNERS` in the dispatcher, which asks for owners only while there is a webhook.
"""
MS: Final = 1000


class Sample(Struct, frozen=True, kw_only=True):
    """The state at one time. Units: seconds since the start of the traffic; p50 and p99 in milliseconds.

    `requests` and `latencies` count since the sample before; `spent` is the processor time of all roles since then.
    """

    at: float
    uses: dict[str, Use]
    requests: int
    p50: float = 0.0
    p99: float = 0.0
    spent: float = 0.0


class Soak(Struct, kw_only=True):
    """A run: its samples, and what the traffic and the guests did."""

    capacity: float | None
    rate: float
    seconds: float
    samples: list[Sample] = []
    failures: list[str] = []
    done: dict[str, int] = {}


def soak(
    folder: Path, *, seconds: float, share: float = 0.5, rate: float | None = None, every: float = 10.0, to: Path,
    warm: int = WARM_STREAMS,
) -> Soak:  # fmt: skip
    """Run all processes in a folder, and traffic for some seconds, at a share of the capacity or at a given rate.

    Before that, open and close `warm` streams.
    """
    with (
        running(folder, "--dispatcher", **SETTINGS) as server, crewed(server, roles=("worker", "clock")),
        receiving() as receiver,
    ):  # fmt: skip
        key = key_of(server, tenant="soak", policy=UNLIMITED)
        campaigns = Campaigns(server, receiver)
        asyncio.run(_warm_up(server, key, warm))
        capacity = None if rate is not None else _capacity_of(server, key)
        rate = rate if rate is not None else share * (capacity or 0)
        run = Soak(capacity=capacity, rate=rate, seconds=seconds)
        counts = Counts()
        with _guests(server, campaigns, counts, run):
            asyncio.run(_traffic(server, key, counts, run, every=every, to=to))
        run.failures = counts.failures
    return run


async def _warm_up(server: Running, key: str, streams: int) -> None:
    """Play a moment on many streams and close them, as fast as the servers answer."""
    counts = Counts()
    players = [Player(number, Connection(server.port, key, counts), Pace(None)) for number in range(PLAYERS)]
    share, alone = -(-streams // PLAYERS), asyncio.Lock()
    await asyncio.gather(*(player.open_and_close(share, alone) for player in players))
    if counts.failures:
        raise RuntimeError(counts.failures[0])


def _capacity_of(server: Running, key: str) -> float:
    """Return the requests per second that the servers answer if nobody waits."""
    counts = Counts()
    run = Soak(capacity=None, rate=0, seconds=CAPACITY_SECONDS)
    asyncio.run(_traffic(server, key, counts, run, every=CAPACITY_SECONDS, to=None))
    if counts.failures:
        raise RuntimeError(counts.failures[0])
    return counts.requests / CAPACITY_SECONDS


@contextmanager
def _guests(server: Running, campaigns: Campaigns, counts: Counts, run: Soak) -> Iterator[None]:
    """Run the slower callers during the block; record what they did."""
    over = threading.Event()
    with ExitStack() as stack:
        matches, jobs = Matches(server), Jobs(server)
        for app in (campaigns.app, matches.app, jobs.app):
            stack.callback(app.close)
        guests = [
            Guest(campaigns, 0, over, counts), Guest(matches, MATCH_SECONDS, over, counts),
            Guest(jobs, JOB_SECONDS, over, counts),
        ]  # fmt: skip
        for guest in guests:
            guest.start()
        try:
            yield
        finally:
            over.set()
            for guest in guests:
                guest.join()
        if not counts.failures:
            campaigns.settle()
        run.done |= {
            "undos": campaigns.undos, "webhook events": campaigns.heard, "matches": matches.played, "jobs": jobs.done,
        }  # fmt: skip


async def _traffic(
    server: Running, key: str, counts: Counts, run: Soak, *, every: float, to: Path | None
) -> None:  # fmt: skip
    """Let all players play for the time of the run, and take samples."""
    over = asyncio.Event()
    pace = run.rate / PLAYERS or None
    players = [Player(number, Connection(server.port, key, counts), Pace(pace)) for number in range(PLAYERS)]
    tasks = [asyncio.create_task(player.play(over)) for player in players]
    begun, before, spent = time.monotonic(), 0, _spent(uses([os.getpid()]))
    while (now := time.monotonic() - begun) < run.seconds and not counts.failures:
        await asyncio.sleep(min(every, max(0.0, run.seconds - now)))
        found = await asyncio.to_thread(uses, [os.getpid()])
        sample = _sample(time.monotonic() - begun, counts, found, before=before, spent=spent)
        before, spent = counts.requests, _spent(found)
        run.samples.append(sample)
        if to is not None:
            _append(to, sample)
    over.set()
    await asyncio.gather(*tasks)
    run.done |= {
        "requests": counts.requests, "commands": counts.commits, "received events": counts.events, "late": counts.late,
        "repeated": counts.repeated,
    }  # fmt: skip


def _sample(at: float, counts: Counts, found: dict[str, Use], *, before: int, spent: float) -> Sample:
    latencies = counts.take_latencies() or [0.0]
    return Sample(
        at=at, uses=found, requests=counts.requests - before, p50=at_share(latencies, 0.5) * MS,
        p99=at_share(latencies, 0.99) * MS, spent=_spent(found) - spent,
    )  # fmt: skip


def _spent(found: dict[str, Use]) -> float:
    return sum(use.processor for use in found.values())


def _append(file: Path, sample: Sample) -> None:
    with file.open("ab") as out:
        out.write(msgspec.json.encode(sample) + b"\n")
