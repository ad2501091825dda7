"""Who serves the clock is killed, doubled and left alone. Every step is taken once.

ARBITER_TEST_CLOCK_KILLS sets how often something is killed; `make faults` does so 20 times.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
import pytest

from services.gateway.store import EmbeddedStore
from shared.platform.eventlog import StoreConnection
from tests.support.bells import Wind
from tests.support.clockwork import ClockProcess, TowerLog, asked, built, rung, served, tower_log
from tests.support.logs import everything, verified
from tests.support.processes import children_of

pytestmark = [pytest.mark.faults, pytest.mark.store]

KILLS: Final = int(os.environ.get("ARBITER_TEST_CLOCK_KILLS", "3"))
STRIKES: Final = 40


@pytest.fixture
async def log(durable_store: EmbeddedStore, tmp_path: Path) -> AsyncIterator[TowerLog]:
    """Hold the towers as a server does."""
    connection = await StoreConnection.open(durable_store.url)
    yield tower_log(connection, tmp_path)
    await connection.close()


def beat_of(clock: ClockProcess) -> int:
    """Return the process that ticks for a clock; 0 where there is none yet."""
    return max((pid for pid in children_of(clock.pid) if ticks(pid)), default=0)


def ticks(pid: int) -> bool:
    """Whether a process is one that ticks, by what it calls itself."""
    with suppress(OSError):
        return b"beat" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


async def eventually(met: Callable[[], bool]) -> None:
    """Wait for something that others do."""
    until = time.monotonic() + 120
    while not met():
        assert time.monotonic() < until, "it does not come to that"
        await asyncio.sleep(0.05)


async def each_once(log: TowerLog, stream: str, times: int) -> None:
    """Hold that every strike stands in the log once, in order, and that the log holds together."""
    commits = await everything(log, stream)
    commands = [msgspec.json.decode(commit.record.public)["intent"]["command"] for commit in commits]
    struck = [command["number"] for command in commands if command["type"] == "Strike"]
    assert struck == list(range(1, times + 1))
    assert verified(commits) == (await log.load(stream)).head


@pytest.mark.rule("AR-CLOCK-02")
async def test_killed_again_and_again(log: TowerLog, durable_store: EmbeddedStore, tmp_path: Path) -> None:
    """Two clocks, each with a beat of its own; one of them, or the dispatcher, is killed in the midst of the steps."""
    stream = await built(log, "a")
    with served(tmp_path, durable_store, "clock", "clock", "dispatcher") as members:
        for kill in range(KILLS):
            await asked(log, stream, Wind(strikes=STRIKES))
            await rung(log, stream, STRIKES * kill + 1 + kill % 3)
            members[kill % 3].process.kill()
            await rung(log, stream, STRIKES * (kill + 1))
            members[kill % 3].revive()

    await each_once(log, stream, STRIKES * KILLS)


async def test_a_beat_ends_with_its_clock_and_a_clock_with_its_beat(
    durable_store: EmbeddedStore, tmp_path: Path
) -> None:
    """Neither is left without the other: whoever started the clock starts both again."""
    with served(tmp_path, durable_store, "clock", "clock") as (first, second):
        await eventually(lambda: bool(beat_of(first)) and bool(beat_of(second)))
        beat = beat_of(first)
        first.process.kill()
        await eventually(lambda: not ticks(beat))
        os.kill(beat_of(second), signal.SIGKILL)
        await eventually(lambda: second.process.poll() is not None)
