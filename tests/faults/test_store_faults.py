"""A store that is killed, hangs, is unreachable, or has older or newer events.

The store keeps each acknowledged command exactly once.
"""

import asyncio
import os
import secrets
import signal
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
from msgspec.structs import replace

from shared.kernel.game import Game
from shared.kernel.game_parts import Storage
from shared.kernel.messages import Event
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import (
    Appended,
    Bounds,
    EventLog,
    NewerRelease,
    NoMeters,
    StoreAway,
    StoreConnection,
    StreamBroken,
)
from shared.platform.eventlog.redis.pipe import Pipe
from shared.platform.eventlog.redis.replies import ConnectionLost
from shared.platform.feed import Feed
from tests.support.logs import (
    RULESET,
    SEALER,
    ToyLog,
    ask,
    command_id,
    everything,
    open_stream,
    together,
    toy_log,
    verify_chain,
)
from tests.support.releases import change_game
from tests.support.toy import STREAM, TOY, Roll, ToyState, Write

pytestmark = pytest.mark.faults

KILLS = 20
STREAMS = 8
REPLICAS = 2
CLIENTS = 16


@pytest.fixture
async def connection(durable_store: EmbeddedStore) -> AsyncIterator[StoreConnection]:
    """Connect to the test's own store, which syncs every write."""
    connection = await StoreConnection.open(durable_store.url)
    yield connection
    await connection.close()


async def insistently(log: ToyLog, stream: str, *, key: str, name: str = "") -> Appended[ToyState]:
    """Retry a command until it is acknowledged, as a client with an idempotency key does."""
    while True:
        with suppress(StoreAway):
            return await log.submit(stream, ask(Roll(dice=2), key=key, id=name))


def kill(store: EmbeddedStore) -> None:
    """Kill the store as a power failure would, and restart it on its folder."""
    os.kill(store.pid, signal.SIGKILL)
    store.restart()


async def test_killed_twenty_times_under_load(durable_store: EmbeddedStore) -> None:
    """However often the store is killed and clients resend, every acknowledged command is in the log exactly once.

    The feed has no gap.
    """
    links = [await StoreConnection.open(durable_store.url) for _ in range(REPLICAS)]
    logs = [toy_log(connection) for connection in links]
    names = [f"{STREAM}{place}" for place in range(STREAMS)]
    for name in names:
        await open_stream(logs[0], name)
    acknowledged: dict[str, list[str]] = {name: [] for name in names}
    over = asyncio.Event()

    async def play(client: int) -> None:
        """Send commands one after the other."""
        log, name = logs[client % REPLICAS], names[client % STREAMS]
        while not over.is_set():
            key = secrets.token_hex(8)
            await insistently(log, name, key=key, name=key)
            acknowledged[name].append(key)

    clients = [asyncio.create_task(play(client)) for client in range(CLIENTS)]
    for _ in range(KILLS):
        await asyncio.sleep(0.1)
        await asyncio.to_thread(kill, durable_store)
    over.set()
    await asyncio.gather(*clients)

    for name in names:
        commits = await everything(logs[0], name)
        times = Counter(command_id(commit.record.public) for commit in commits)
        assert {key: times[key] for key in acknowledged[name]} == dict.fromkeys(acknowledged[name], 1)
        assert max(times.values()) == 1
        assert [commit.version for commit in commits] == list(range(4, len(commits) + 4))
        assert verify_chain(commits) == (await logs[1].load(name)).head
    await the_feed_covers(links[0], logs[0], names)
    assert sum(map(len, acknowledged.values())) > KILLS * STREAMS
    for log, connection in zip(logs, links, strict=True):
        await log.close()
        await connection.close()


async def the_feed_covers(connection: StoreConnection, log: ToyLog, names: list[str]) -> None:
    """Assert that the feed's numbers and every stream's versions have no gaps."""
    feed, at, numbers = Feed(connection), dict.fromkeys(names, 0), 0
    while pointers := await feed.after(numbers):
        for pointer in pointers:
            assert (pointer.number, pointer.first) == (numbers + 1, at[pointer.stream] + 1)
            numbers, at[pointer.stream] = pointer.number, pointer.last
    assert at == {name: (await log.load(name)).version for name in names}


async def test_an_answer_that_was_lost_is_found_in_the_log(
    durable_store: EmbeddedStore, connection: StoreConnection
) -> None:
    """If the reply to an append is lost, the server finds the commit by its command id, without an idempotency key."""
    log = toy_log(connection, bounds=Bounds(deadline=10))
    name = await open_stream(log, STREAM + "a")
    assert isinstance(connection._pipe, Pipe)
    wire = connection._pipe._wire
    assert wire is not None
    os.kill(durable_store.pid, signal.SIGSTOP)
    submitted = asyncio.create_task(log.submit(name, ask(id="the-one")))
    await asyncio.sleep(0.05)
    wire.break_off(ConnectionLost("the cable was pulled"))
    os.kill(durable_store.pid, signal.SIGCONT)
    done = await submitted
    commits = await everything(log, name)

    assert (done.first, done.last, done.replayed) == (5, 5, False)
    assert [command_id(commit.record.public) for commit in commits].count("the-one") == 1


class Attempts(NoMeters):
    """A meter that counts how often the store was unavailable."""

    def __init__(self) -> None:
        """Start at zero."""
        self.made = 0

    def count_store_away(self, *, service: str) -> None:
        """Add one."""
        self.made += bool(service)


async def test_a_missing_store_is_reported_quickly_and_recovers_quickly(
    durable_store: EmbeddedStore, connection: StoreConnection
) -> None:
    """Without the store, the first commands retry until their deadline, and later ones try once.

    Once the store is back, all commands work.
    """
    attempts = Attempts()
    log = toy_log(connection, bounds=Bounds(deadline=0.5), meters=attempts)
    name = await open_stream(log, STREAM + "a")
    os.kill(durable_store.pid, signal.SIGKILL)
    made: list[int] = []
    for _ in range(5):
        outcomes = await together(log.submit(name, ask()), log.load(name))
        made.append(attempts.made)
        assert all(isinstance(outcome, StoreAway) for outcome in outcomes)
    await asyncio.to_thread(durable_store.restart)

    assert made[0] > 0
    assert [made[1] + 1, made[1] + 2, made[1] + 3] == made[2:]
    assert (await log.submit(name, ask())).last == 5


async def test_a_store_that_hangs(durable_store: EmbeddedStore, connection: StoreConnection) -> None:
    """Callers do not wait for a store that hangs; a command sent meanwhile is in the log once or not at all."""
    log = toy_log(connection)
    name = await open_stream(log, STREAM + "a")
    os.kill(durable_store.pid, signal.SIGSTOP)
    first = asyncio.gather(*(log.submit(name, ask(key=str(key))) for key in range(10)), return_exceptions=True)
    outcomes = await first  # while it still hangs
    os.kill(durable_store.pid, signal.SIGCONT)
    again = await asyncio.gather(*(insistently(log, name, key=str(key)) for key in range(10)))
    commits = await everything(log, name)

    assert all(isinstance(outcome, StoreAway) for outcome in outcomes)
    assert sorted(done.last for done in again) == list(range(5, 15))
    assert [commit.version for commit in commits] == list(range(4, 15))
    assert verify_chain(commits) == (await log.load(name)).head


async def test_a_late_write_of_a_given_up_call_is_not_doubled(
    durable_store: EmbeddedStore, connection: StoreConnection
) -> None:
    """A write that the server gave up may still happen when the store continues. A retry then finds the write."""
    log = toy_log(connection, bounds=Bounds(deadline=20))
    name = await open_stream(log, STREAM + "a")
    os.kill(durable_store.pid, signal.SIGSTOP)
    submitted = [asyncio.create_task(log.submit(name, ask(id=f"late-{place}"))) for place in range(5)]
    await asyncio.sleep(2)
    os.kill(durable_store.pid, signal.SIGCONT)
    done = await asyncio.gather(*submitted)
    commits = await everything(log, name)

    assert sorted(each.last for each in done) == [5, 6, 7, 8, 9]
    assert [commit.version for commit in commits] == list(range(4, 10))


async def test_an_opening_that_got_no_answer_is_found(
    durable_store: EmbeddedStore, connection: StoreConnection
) -> None:
    """If the reply to an opening is lost, the server finds the stream's first commit in the log, like any other."""
    log = toy_log(connection, bounds=Bounds(deadline=20))
    os.kill(durable_store.pid, signal.SIGSTOP)
    opening = asyncio.create_task(open_stream(log, STREAM + "a"))
    await asyncio.sleep(2)
    os.kill(durable_store.pid, signal.SIGCONT)
    await opening

    assert (await log.load(STREAM + "a")).version == 4


async def test_a_full_store_says_so_and_recovers(connection: StoreConnection) -> None:
    """A store without free memory refuses writes and damages nothing. Once it has memory again, it accepts writes."""
    log = toy_log(connection, bounds=Bounds(deadline=0.2))
    name = await open_stream(log, STREAM + "a")
    await connection.send("CONFIG", "SET", "maxmemory", "1")
    with pytest.raises(StoreAway):
        await log.submit(name, ask(Write(text="x")))
    await connection.send("CONFIG", "SET", "maxmemory", "0")

    assert (await log.submit(name, ask(Write(text="x")))).last == 5


async def test_the_end_of_the_log_may_be_torn(durable_store: EmbeddedStore, connection: StoreConnection) -> None:
    """If the store's file ends in the middle of a write, the store loads only whole commits."""
    log = toy_log(connection)
    name = await open_stream(log, STREAM + "a")
    for _ in range(20):
        await log.submit(name, ask())
    written = max(durable_store.folder.glob("**/*.incr.aof"), key=lambda path: path.stat().st_size)
    for cut in (1, 40, 333):
        durable_store.stop()
        with written.open("r+b") as file:
            file.truncate(written.stat().st_size - cut)
        await asyncio.to_thread(durable_store.start)
        fresh = toy_log(connection)
        commits = await everything(fresh, name)

        assert [commit.version for commit in commits] == list(range(4, 4 + len(commits)))
        assert verify_chain(commits) == (await fresh.load(name)).head
    with pytest.raises(StreamBroken):
        await log.load(name)


# ---------------------------------------------------------------- events of other releases


class RolledThrice(Event, frozen=True, kw_only=True):
    """An event type of the next release."""

    faces: tuple[int, ...]


class DiceFell(Event, frozen=True, kw_only=True):
    """An event type of the next release that replaces `Rolled`."""

    faces: tuple[int, ...]
    sides: int


NEXT: Game[ToyState] = change_game(
    TOY,
    events=(*TOY.events, RolledThrice),
    folds={**TOY.folds, RolledThrice: lambda state, _: state},
    judges={kind: lambda ctx, _: ctx.emit(RolledThrice(faces=ctx.chance.roll("toy", 6, 3))) for kind in TOY.judges},
)
LATER: Game[ToyState] = change_game(
    TOY,
    events=(*TOY.events[1:], DiceFell),
    folds={DiceFell: lambda state, event: replace(state, pips=state.pips + sum(event.faces) * 100)},
    storage=Storage(upcasters={"Rolled": lambda old: {**old, "type": "DiceFell", "sides": 6}}),
)


async def test_an_event_of_a_newer_release_is_not_guessed_at(connection: StoreConnection) -> None:
    """A server that reads an unknown event type reports a newer release, to readers and writers alike."""
    old, new = toy_log(connection), EventLog(connection, NEXT, SEALER, ruleset=RULESET)
    name = await open_stream(old, STREAM + "a")
    await new.submit(name, ask())

    for replica in (old, toy_log(connection)):
        for outcome in await together(replica.load(name), replica.submit(name, ask())):
            assert isinstance(outcome, NewerRelease)
    assert (await new.load(name)).version == 5


async def test_old_events_are_upcast(connection: StoreConnection) -> None:
    """The server folds a log of an older release through its upcasters, and leaves the bytes of the log unchanged."""
    old, new = toy_log(connection), EventLog(connection, LATER, SEALER, ruleset="toy 2")
    name = await open_stream(old, STREAM + "a")
    done = await old.submit(name, ask(Roll(dice=4)))

    assert (await new.load(name)).stream.game.pips == done.stream_after.game.pips * 100
    assert [each.record for each in (await new.read(name)).commits] == [
        each.record for each in await everything(old, name)
    ]
