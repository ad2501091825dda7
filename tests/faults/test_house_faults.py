"""The house plays whole matches while its processes are killed: every turn is taken once, and each match ends.

ARBITER_TEST_HOUSE_KILLS sets the number of kills; `make faults` uses 20.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from services.gateway.processes.supervisor import SupervisedProcess
from services.tcg.chapters.opening import OpenMatch
from services.tcg.game import match
from services.tcg.state.match import Match
from shared.kernel.game import SeatAsk
from shared.kernel.stream import AppointPlayer, Stream
from shared.platform.addresses import client_of
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import Ask, EventLog, StoreConnection
from shared.platform.queue import DueStreams, address_of, broker_of
from shared.platform.ruleset import ruleset_of
from shared.platform.seal import Keys
from shared.platform.settings import read_settings
from tests.support.clockwork import WITHIN, environment_of, supervised
from tests.support.logs import everything, verified

pytestmark = [pytest.mark.faults, pytest.mark.store]

KILLS: Final = int(os.environ.get("ARBITER_TEST_HOUSE_KILLS", "3"))
SEATS: Final = ("ann", "bob")
ROLES: Final = (("clock", "--service", "tcg"), ("dispatcher",), ("clock", "--service", "tcg"))
EVENTS: Final = 60
"""Events after which a match has begun in earnest; a whole match has over 800."""

MatchLog = EventLog[Match]


@pytest.fixture
async def log(durable_store: EmbeddedStore, tmp_path: Path) -> AsyncIterator[MatchLog]:
    """Open the log of the matches, as a server does."""
    connection = await StoreConnection.open(durable_store.url)
    sealer = Keys.open(tmp_path / "keys.json").sealer
    yield EventLog(connection, match, sealer, ruleset=ruleset_of("tcg"))
    await connection.close()


async def begun(log: MatchLog, number: int) -> str:
    """Open a match, and let the house play both seats."""
    name = f"tcg.match:house-{number}"
    opening = OpenMatch(seats=tuple(SeatAsk(seat=seat) for seat in SEATS))
    await log.open(name, "tenant", Ask(command=opening, seat="gm", by="key:app"))
    await DueStreams(log.connection, "tcg").note_house(name)
    for seat in SEATS:
        await log.submit(name, Ask(command=AppointPlayer(seat=seat, player="greedy"), seat=seat, by="key:app"))
    return name


async def reached(log: MatchLog, name: str, version: int | None = None) -> Stream[Match]:
    """Wait until a match has this version, or is closed."""
    until = time.monotonic() + WITHIN
    while not (now := (await log.load(name)).stream).closed and (version is None or now.version < version):
        assert time.monotonic() < until, f"the match stays at {now.version}, and waits for {[*now.game.decisions]}"
        await asyncio.sleep(0.01)
    return now


async def lose_messages(folder: Path, store: EmbeddedStore) -> None:
    """Empty the broker, as a crash without durability would."""
    broker = address_of(broker_of(read_settings(environment_of(folder, store)), store.url))
    async with client_of(broker) as redis:
        await redis.flushdb()


async def each_turn_once(log: MatchLog, name: str) -> None:
    """Assert that the log verifies, and that each turn of the house stands at the version at which it was chosen."""
    commits = await everything(log, name)
    assert verified(commits) == (await log.load(name)).head
    records = [msgspec.json.decode(commit.record.public) for commit in commits]
    begins = [record["split"]["before"] if "split" in record else version for record, version in before(records)]
    turns = [(record["intent"], begin) for record, begin in zip(records, begins, strict=True)]
    chosen = [(intent["id"], begin) for intent, begin in turns if intent["by"].startswith("player:")]
    assert chosen
    assert all(turn == f"player:{name}:{begin}" for turn, begin in chosen)


def before(records: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], int]]:
    """Yield each record with the version before it."""
    version = 0
    for record in records:
        yield record, version
        version = record["version"]


@pytest.mark.rule("AR-HOUSE-04")
async def test_killed_processes_play_each_turn_once(
    log: MatchLog, durable_store: EmbeddedStore, tmp_path: Path
) -> None:  # fmt: skip
    """A clock, the dispatcher or another clock is killed during each match, and then all queued messages are lost."""
    variables = environment_of(tmp_path, durable_store)
    with supervised(SupervisedProcess, tmp_path / "house.log", ROLES, variables) as members:
        for kill in range(KILLS):
            name = await begun(log, kill)
            await reached(log, name, EVENTS)
            member = members[kill % len(members)]
            member.process.kill()
            await lose_messages(tmp_path, durable_store)
            while not member.revive():  # noqa: ASYNC110 there is no event to wait for
                await asyncio.sleep(0.05)
            assert (await reached(log, name)).game.stage == "finished"
            await each_turn_once(log, name)
