"""Two clock processes that run at the same time and are killed; still, every step is taken exactly once.

ARBITER_TEST_CLOCK_KILLS sets the number of kills; `make faults` uses 20.
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
from tests.support.clockwork import ClockProcess, TowerLog, open_tower, rung, send_command, served, tower_log
from tests.support.logs import everything, verify_chain

pytestmark = [pytest.mark.faults, pytest.mark.store]

KILLS: Final = int(os.environ.get("ARBITER_TEST_CLOCK_KILLS", "3"))
STRIKES: Final = 40


@pytest.fixture
async def log(durable_store: EmbeddedStore, tmp_path: Path) -> AsyncIterator[TowerLog]:
    """Open the event log of the toy game `bells`, as a server does."""
    connection = await StoreConnection.open(durable_store.url)
    yield tower_log(connection, tmp_path)
    await connection.close()


async def each_once(log: TowerLog, stream: str, times: int) -> None:
    """Assert that every strike is in the log once, in order, and that the log verifies."""
    commits = await everything(log, stream)
    commands = [msgspec.json.decode(commit.record.public)["intent"]["command"] for commit in commits]
    struck = [command["number"] for command in commands if command["type"] == "Strike"]
    assert struck == list(range(1, times + 1))
    assert verify_chain(commits) == (await log.load(stream)).head


async def started_again(member: ClockProcess) -> None:
    """Restart a dead process as soon as its supervisor would."""
    while not member.revive():  # noqa: ASYNC110 there is no event to wait for
        await asyncio.sleep(0.05)


@pytest.mark.rule("AR-CLOCK-02")
async def test_killed_clocks_take_each_step_once(log: TowerLog, durable_store: EmbeddedStore, tmp_path: Path) -> None:
    """If a clock process or a dispatcher is killed during the steps and restarted, each step is still taken once."""
    stream = await open_tower(log, "a")
    with served(tmp_path, durable_store, "clock", "clock", "dispatcher") as members:
        for kill in range(KILLS):
            await send_command(log, stream, Wind(strikes=STRIKES))
            await rung(log, stream, STRIKES * kill + 1 + kill % 3)
            members[kill % 3].process.kill()
            await started_again(members[kill % 3])
            await rung(log, stream, STRIKES * (kill + 1))

    await each_once(log, stream, STRIKES * KILLS)
