"""Whole matches that the computer plays while processes are killed: every turn is taken once, and each match ends.

ARBITER_TEST_HOUSE_KILLS is the number of kills of the processes that play for the computer, each of which is
killed at least once. It is also the number of kills of the server, of the store and of the broker. `make
faults` uses 20.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from services.gateway.processes.running import Running, running
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
from tests.support.http import COLD
from tests.support.logs import everything, verify_chain

pytestmark = [pytest.mark.faults, pytest.mark.store]

KILLS: Final = int(os.environ.get("ARBITER_TEST_HOUSE_KILLS", "1"))
SEATS: Final = ("ann", "bob")
ROLES: Final = (("clock", "--service", "tcg"), ("dispatcher",), ("clock", "--service", "tcg"))
EVENTS: Final = 60
"""The number of events after which a match is well under way; a whole match has over 800."""
BETWEEN: Final = 80
"""The number of versions of a match between two kills."""
MATCHES: Final = "/tcg/v1/matches"

MatchLog = EventLog[Match]


@asynccontextmanager
async def opened_log(store: EmbeddedStore, folder: Path) -> AsyncIterator[MatchLog]:
    """Open the matches' log with the keys of a folder, as a server does."""
    connection = await StoreConnection.open(store.url)
    sealer = Keys.open(folder / "keys.json").sealer
    yield EventLog(connection, match, sealer, ruleset=ruleset_of("tcg"))
    await connection.close()


@pytest.fixture
async def log(durable_store: EmbeddedStore, tmp_path: Path) -> AsyncIterator[MatchLog]:
    """Open the matches' log on the test's own store."""
    async with opened_log(durable_store, tmp_path) as found:
        yield found


@pytest.fixture
def durable_server(tmp_path: Path, broker: EmbeddedStore) -> Iterator[Running]:
    """Run a server with a separate broker, on a store that syncs every write."""
    folder = tmp_path / "installation"
    with running(folder, ARBITER_BROKER_URL=broker.broker_url, ARBITER_CLOCK_SECONDS="0.3", **COLD) as server:
        yield server


async def begin_match(log: MatchLog, number: int) -> str:
    """Open a match, and appoint computer players to both seats."""
    name = f"tcg.match:house-{number}"
    opening = OpenMatch(seats=tuple(SeatAsk(seat=seat) for seat in SEATS))
    await log.open(name, "tenant", Ask(command=opening, seat="gm", by="key:app"))
    await DueStreams(log.connection, "tcg").note_house(name)
    for seat in SEATS:
        await log.submit(name, Ask(command=AppointPlayer(seat=seat, player="greedy"), seat=seat, by="key:app"))
    return name


async def wait_for_version(log: MatchLog, name: str, version: int | None = None) -> Stream[Match]:
    """Wait until a match has this version or is closed; without a version, wait until it is closed."""
    until = time.monotonic() + WITHIN
    while not (now := (await log.load(name)).stream).closed and (version is None or now.version < version):
        assert time.monotonic() < until, f"the match stays at {now.version}, and waits for {[*now.game.decisions]}"
        await asyncio.sleep(0.01)
    return now


async def lose_messages(folder: Path, store: EmbeddedStore) -> None:
    """Empty the broker, as a crash that loses all messages would."""
    broker = address_of(broker_of(read_settings(environment_of(folder, store)), store.url))
    async with client_of(broker) as redis:
        await redis.flushdb()


async def each_turn_once(log: MatchLog, name: str) -> None:
    """Assert that the log verifies, and that each computer player's turn follows the version at which it was chosen."""
    commits = await everything(log, name)
    assert verify_chain(commits) == (await log.load(name)).head
    records = [msgspec.json.decode(commit.record.public) for commit in commits]
    begins = [record["split"]["before"] if "split" in record else version for record, version in before(records)]
    turns = [(record["intent"], begin) for record, begin in zip(records, begins, strict=True)]
    chosen = [(intent["id"], begin) for intent, begin in turns if intent["by"].startswith("player:")]
    assert chosen
    assert all(turn == f"player:{name}:{begin}" for turn, begin in chosen)


def before(records: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], int]]:
    """Yield each record together with the version before it."""
    version = 0
    for record in records:
        yield record, version
        version = record["version"]


@pytest.mark.rule("AR-HOUSE-04")
async def test_killed_processes_play_each_turn_once(
    log: MatchLog, durable_store: EmbeddedStore, tmp_path: Path
) -> None:  # fmt: skip
    """Every turn is taken once, although a clock process or the dispatcher is killed in each match.

    The test also drops all queued messages.
    """
    variables = environment_of(tmp_path, durable_store)
    with supervised(SupervisedProcess, tmp_path / "house.log", ROLES, variables) as members:
        for kill in range(max(KILLS, len(members))):
            name = await begin_match(log, kill)
            await wait_for_version(log, name, EVENTS)
            member = members[kill % len(members)]
            member.process.kill()
            await lose_messages(tmp_path, durable_store)
            while not member.revive():  # noqa: ASYNC110 there is no event to wait for
                await asyncio.sleep(0.05)
            assert (await wait_for_version(log, name)).game.stage == "finished"
            await each_turn_once(log, name)


# ---------------------------------------------------------------- server, store and broker


def begun_over_http(server: Running) -> str:
    """Open a match, and appoint computer players to both seats; return its id."""
    with server.client() as app:
        opened = app.post(MATCHES, json={"seats": [{"seat": seat} for seat in SEATS]}).raise_for_status().json()
        for seat in SEATS:
            app.post(f"{MATCHES}/{opened['id']}/seats/{seat}/player", json={"player": "greedy"}).raise_for_status()
    return str(opened["id"])


async def proven_over_http(server: Running, log: MatchLog, name: str) -> None:
    """Wait until a match is over, and assert that each turn was taken once and that the server's audit proves it."""
    assert (await wait_for_version(log, f"tcg.match:{name}")).game.stage == "finished"
    await each_turn_once(log, f"tcg.match:{name}")
    with server.client() as app:
        report = app.get(f"{MATCHES}/{name}/audit").raise_for_status().json()
    assert [report[level]["verdict"] for level in ("chain", "draws", "decisions")] == ["same", "same", "same"]
    assert report["conclusion"] == "proven"


def killers(server: Running, broker: EmbeddedStore) -> tuple[Callable[[], None], ...]:
    """Return functions that kill and restart the server, the store and the broker."""

    def server_again() -> None:
        """Kill the server, and restart it."""
        server.kill()
        server.start()

    def store_again(store: EmbeddedStore) -> None:
        """Kill a store, and restart it on its data."""
        os.kill(store.pid, signal.SIGKILL)
        store.restart()

    return server_again, lambda: store_again(server.store), lambda: store_again(broker)


@pytest.mark.rule("AR-HOUSE-04")
async def test_a_match_of_computer_players_survives_all_crashes(
    durable_server: Running, broker: EmbeddedStore
) -> None:  # fmt: skip
    """While the computer plays, the test kills the server, the store and the broker in turn.

    The matches continue, each turn is taken once, and audits prove it.
    """
    server = durable_server
    kills = [kill for _ in range(KILLS) for kill in killers(server, broker)]
    with supervised(SupervisedProcess, server.folder / "house.log", ROLES, server.environment):
        async with opened_log(server.store, server.folder) as log:
            while kills:
                name = begun_over_http(server)
                for version in count(EVENTS, BETWEEN):
                    if not kills or (await wait_for_version(log, f"tcg.match:{name}", version)).closed:
                        break
                    await asyncio.to_thread(kills.pop(0))
                await proven_over_http(server, log, name)
