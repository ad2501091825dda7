"""Who serves the clock is killed, doubled and left alone. Every step is taken once.

ARBITER_TEST_CLOCK_KILLS sets how often something is killed; `make faults` does so 20 times.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import msgspec
import pytest

from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import StoreConnection
from tests.support.bells import Wind
from tests.support.clockwork import ClockProcess, TowerLog, asked, built, rung, served, tower_log
from tests.support.logs import everything, verified

pytestmark = [pytest.mark.faults, pytest.mark.store]

KILLS: Final = int(os.environ.get("ARBITER_TEST_CLOCK_KILLS", "3"))
STRIKES: Final = 40


@pytest.fixture
async def log(durable_store: EmbeddedStore, tmp_path: Path) -> AsyncIterator[TowerLog]:
    """Hold the towers as a server does."""
    connection = await StoreConnection.open(durable_store.url)
    yield tower_log(connection, tmp_path)
    await connection.close()


async def each_once(log: TowerLog, stream: str, times: int) -> None:
    """Hold that every strike stands in the log once, in order, and that the log holds together."""
    commits = await everything(log, stream)
    commands = [msgspec.json.decode(commit.record.public)["intent"]["command"] for commit in commits]
    struck = [command["number"] for command in commands if command["type"] == "Strike"]
    assert struck == list(range(1, times + 1))
    assert verified(commits) == (await log.load(stream)).head


async def started_again(member: ClockProcess) -> None:
    """Start a process again once it is dead and its supervisor would."""
    while not member.revive():  # noqa: ASYNC110 there is no event to wait for
        await asyncio.sleep(0.05)


@pytest.mark.rule("AR-CLOCK-02")
async def test_killed_again_and_again(log: TowerLog, durable_store: EmbeddedStore, tmp_path: Path) -> None:
    """Two clocks and a dispatcher: one is killed in the midst of the steps, and started again as a supervisor does."""
    stream = await built(log, "a")
    with served(tmp_path, durable_store, "clock", "clock", "dispatcher") as members:
        for kill in range(KILLS):
            await asked(log, stream, Wind(strikes=STRIKES))
            await rung(log, stream, STRIKES * kill + 1 + kill % 3)
            members[kill % 3].process.kill()
            await started_again(members[kill % 3])
            await rung(log, stream, STRIKES * (kill + 1))

    await each_once(log, stream, STRIKES * KILLS)
