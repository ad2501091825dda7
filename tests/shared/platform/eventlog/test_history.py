"""Reading a log: pages, past versions, snapshots, erasure, damage, and what the store can see."""

import asyncio
import secrets
from collections.abc import AsyncIterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.kernel.messages import Command
from shared.platform.eventlog import Bounds, StoreConnection, StreamBroken, StreamErased, StreamUnknown, VersionUnknown
from tests.support.logs import RULESET, SEALER, ToyLog, ask, everything, open_stream, together, toy_log
from tests.support.toy import OPENING, STREAM, Roll, TakeTurn, Write

COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.builds(Roll, dice=st.integers(1, 5), secret=st.booleans()),
    st.builds(Write, text=st.text("abc", max_size=5), copies=st.integers(1, 4)),
)


@pytest.fixture
async def snapping(connection: StoreConnection) -> AsyncIterator[ToyLog]:
    """Create a log that stores a snapshot after every third event."""
    log = toy_log(connection, bounds=Bounds(snapshot_every=3))
    yield log
    await log.close()


async def snapshot_of(connection: StoreConnection, name: str) -> dict[bytes, bytes]:
    """Return the snapshot of a stream as the store has it."""
    raw = await connection.send("HGETALL", connection.keys(name).snapshot)
    return dict(zip(raw[::2], raw[1::2], strict=True))


async def test_pages_follow_one_another(log: ToyLog, name: str) -> None:
    """Reading page by page returns every commit once; the last page is empty."""
    await open_stream(log, name)
    await asyncio.gather(*(log.submit(name, ask(Write(text="x", copies=2))) for _ in range(5)))
    page = await log.read(name, limit=2)
    rest = await log.read(name, after=page.commits[-1].version)

    assert [commit.version for commit in page.commits + rest.commits] == [4, 6, 8, 10, 12, 14]
    assert (await log.read(name, after=14)).commits == ()


async def test_a_page_holds_as_many_commits_as_it_is_asked_for(connection: StoreConnection, name: str) -> None:
    """A page has the requested number of commits, unless the byte limit of the page makes it shorter.

    The store's own page size does not matter.
    """
    whole = toy_log(connection, bounds=Bounds(page_commits=3))
    await open_stream(whole, name)
    await asyncio.gather(*(whole.submit(name, ask(Write(text="x"))) for _ in range(10)))
    small = toy_log(connection, bounds=Bounds(page_bytes=1000))

    assert [1, 4, 11] == [len((await whole.read(name, limit=limit)).commits) for limit in (1, 4, 1000)]
    assert 1 < len((await small.read(name, limit=1000)).commits) < 11
    await whole.close()
    await small.close()


async def test_entries_that_a_snapshot_has_are_skipped(log: ToyLog, name: str) -> None:
    """Folding a whole log onto a snapshot from its middle leads to the state, the head and the version at its end."""
    await open_stream(log, name)
    for text in "abc":
        await log.submit(name, ask(Write(text=text)))
    streams = log._streams
    _, entries = await streams.page(name, 0, 100)
    begun = streams.folding.empty_stream(name, tenant=(await log.load(name)).stream.tenant)
    middle, whole = (streams.folding.follow(begun, entries[:some]) for some in (2, len(entries)))

    assert middle.stream.version < whole.stream.version
    assert streams.folding.follow(middle, entries) == whole


async def test_new_commits_come_with_the_state_after_them(connection: StoreConnection, name: str) -> None:
    """A page contains another replica's commits together with the state after them, which is never older."""
    here, elsewhere = toy_log(connection), toy_log(connection)
    await open_stream(here, name)
    await here.load(name)
    done = await elsewhere.submit(name, ask())
    page, snapshot = await here.news(name, after=4, limit=100)

    assert [done.last] == [commit.version for commit in page.commits]
    assert snapshot.stream == done.stream_after
    assert (await here.news(name, after=done.last, limit=100))[0].commits == ()
    await here.close()
    await elsewhere.close()


async def test_every_moment_of_the_past_is_there(log: ToyLog, name: str) -> None:
    """For a version inside a commit, the log returns the state before the commit. A future version is refused."""
    await open_stream(log, name)
    done = [await log.submit(name, ask(Write(text=str(place), copies=2))) for place in range(4)]

    for each in done:
        assert (await log.at(name, each.last)).stream == each.stream_after
        assert (await log.at(name, each.last)).head == each.head
    assert (await log.at(name, 7)).version == 6
    with pytest.raises(VersionUnknown):
        await log.at(name, 13)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(commands=st.lists(COMMANDS, min_size=1, max_size=15), every=st.integers(1, 9))
def test_a_snapshot_equals_a_full_fold(store_url: str, commands: list[Command], every: int) -> None:
    """Folding a snapshot and the later commits leads to the same state as folding the whole log."""

    async def both() -> None:
        """Play a stream, and compare the states folded with a snapshot and without one."""
        connection = await StoreConnection.open(store_url, durability="relaxed")
        writer = toy_log(connection, bounds=Bounds(snapshot_every=every))
        name = STREAM + secrets.token_hex(8)
        await open_stream(writer, name)
        for command in commands:
            await writer.submit(name, ask(command))
        await writer.close()
        with_snapshot, without = toy_log(connection), toy_log(connection, ruleset="other rules")

        assert await with_snapshot.load(name) == await without.load(name) == await writer.load(name)
        await connection.close()

    asyncio.run(both())


async def test_a_snapshot_is_written_and_used(connection: StoreConnection, snapping: ToyLog, name: str) -> None:
    """After enough events the log writes a snapshot. A cold start then folds only the events after the snapshot."""
    await open_stream(snapping, name)
    await snapping.close()
    await connection.send("DEL", connection.keys(name).events)

    assert (await snapshot_of(connection, name))[b"v"] == b"4"
    assert (await toy_log(connection).load(name)) == await snapping.at(name, 4)


async def test_a_damaged_snapshot_is_ignored(connection: StoreConnection, snapping: ToyLog, name: str) -> None:
    """An unreadable or misplaced snapshot changes nothing, because the log is authoritative."""
    await open_stream(snapping, name)
    other = await open_stream(snapping, name + "-other")
    await snapping.submit(name, ask())
    await snapping.close()
    sealed = (await snapshot_of(connection, name))[b"b"]
    foreign = (await snapshot_of(connection, other))[b"b"]

    for damage in (
        sealed[:-1] + bytes([sealed[-1] ^ 1]),
        b"",
        foreign,
        SEALER.seal(b"\xc1", f"snapshot {name} 4".encode()),
    ):
        await connection.send("HSET", connection.keys(name).snapshot, "b", damage)
        assert (await toy_log(connection).load(name)) == await snapping.load(name)


async def test_a_snapshot_under_other_rules_is_ignored(
    connection: StoreConnection, snapping: ToyLog, name: str
) -> None:
    """With other rules or another type of state, the whole stream is folded and a new snapshot is written."""
    await open_stream(snapping, name)
    await snapping.close()
    before = (await snapshot_of(connection, name))[b"sc"]
    newer = toy_log(connection, ruleset=RULESET + " and more", bounds=Bounds(snapshot_every=3))
    await newer.load(name)
    await newer.close()

    assert (await snapshot_of(connection, name))[b"sc"] != before


async def test_an_erased_stream_is_gone_for_ever(connection: StoreConnection, snapping: ToyLog, name: str) -> None:
    """Erasing a stream removes its events, snapshots, key and idempotency records.

    A tombstone prevents reuse of its id.
    """
    warm = toy_log(connection)
    await open_stream(snapping, name)
    done = await snapping.submit(name, ask(key="a"))
    await warm.load(name)
    await snapping.close()
    tombstone = await snapping.erase(name)

    assert (tombstone.version, tombstone.head) == (5, done.head)
    for replica in (snapping, warm, toy_log(connection)):
        outcomes = await together(
            replica.load(name), replica.read(name), replica.at(name, 4), replica.submit(name, ask()),
            replica.open(name, "tenant", ask(OPENING, seat="gm")),
        )  # fmt: skip
        assert [type(outcome) for outcome in outcomes] == [StreamErased] * 5
    assert await connection.send("KEYS", f"*{name}*") == [connection.keys(name).meta]
    assert b"k" not in await connection.send("HKEYS", connection.keys(name).meta)


async def test_erasing_twice_does_nothing(log: ToyLog, name: str) -> None:
    """Erasing a stream twice changes nothing more. A stream that never existed cannot be erased."""
    with pytest.raises(StreamUnknown):
        await log.erase(name)
    await open_stream(log, name)
    first, second = await log.erase(name), await log.erase(name)

    assert (first.version, first.head) == (second.version, second.head)


async def test_a_late_snapshot_of_an_erased_stream_is_not_kept(
    connection: StoreConnection, log: ToyLog, name: str
) -> None:
    """The store does not keep a snapshot that arrives after its stream was erased."""
    await open_stream(log, name)
    snapshot = await log.load(name)
    await log.erase(name)
    await log._streams._snap(snapshot)

    assert await snapshot_of(connection, name) == {}


async def test_the_store_learns_no_secret(connection: StoreConnection, snapping: ToyLog, name: str) -> None:
    """Nothing in the store contains the seed, the stream's key or a hidden roll, raw or in hexadecimal."""
    await open_stream(snapping, name)
    done = await snapping.submit(name, ask(Roll(dice=40, secret=True)))
    await snapping.close()
    snapshot = await snapping.load(name)
    faces = ",".join(map(str, done.stream_after.game.hidden[0].open()))
    seed = snapshot.stream.epoch.seed
    dump = b"".join([await connection.send("DUMP", key) for key in await connection.send("KEYS", f"*{name}*")])

    for secret in (seed.encode(), bytes.fromhex(seed), snapshot.key, snapshot.key.hex().encode(), faces.encode()):
        assert secret not in dump
    assert seed not in repr(snapshot)


@pytest.mark.parametrize("field", ["p", "h", "s"])
async def test_a_damaged_entry_is_noticed_when_it_is_folded(
    connection: StoreConnection, log: ToyLog, name: str, field: str
) -> None:
    """A flipped bit in public bytes, head or secret parts makes the first reader raise an error."""
    await open_stream(log, name)
    events = connection.keys(name).events
    ((_, fields),) = await connection.send("XRANGE", events, "-", "+")
    entry = dict(zip(fields[::2], fields[1::2], strict=True))
    raw = bytearray(entry[field.encode()])
    raw[-20] ^= 1
    entry[field.encode()] = bytes(raw)
    await connection.send("DEL", events)
    await connection.send("XADD", events, "4-0", *(word for pair in entry.items() for word in pair))

    with pytest.raises(StreamBroken):
        await toy_log(connection).load(name)


@pytest.mark.rule("AR-STORE-08")
@pytest.mark.parametrize("field", ["p", "h", "s"])
async def test_a_damaged_entry_is_not_read(
    connection: StoreConnection, log: ToyLog, name: str, field: str
) -> None:  # fmt: skip
    """A page that contains a damaged entry cannot be read, even if the state is cached.

    Earlier pages can be read.
    """
    await open_stream(log, name)
    for _ in range(3):
        await log.submit(name, ask(Roll(dice=2, secret=True)))
    events = connection.keys(name).events
    entries = await connection.send("XRANGE", events, "-", "+")
    await connection.send("DEL", events)
    for version, fields in entries:
        entry = dict(zip(fields[::2], fields[1::2], strict=True))
        if version == b"7-0":
            raw = bytearray(entry[field.encode()])
            raw[-20] ^= 1
            entry[field.encode()] = bytes(raw)
        await connection.send("XADD", events, version, *(word for pair in entry.items() for word in pair))

    for after in (0, 5, 6):
        with pytest.raises(StreamBroken):
            await log.read(name, after=after)
    assert [4, 5, 6] == [commit.version for commit in (await log.read(name, limit=3)).commits]


async def test_a_lost_entry_stops_the_stream(connection: StoreConnection, log: ToyLog, name: str) -> None:
    """If the entries do not match the metadata, the log writes nothing more to the stream, even on a retry."""
    await open_stream(log, name)
    await log.submit(name, ask())
    await connection.send("XDEL", connection.keys(name).events, "5-0")

    for _ in range(2):
        with pytest.raises(StreamBroken):
            await log.submit(name, ask(TakeTurn(turn=1)))
    assert await connection.send("HGET", connection.keys(name).meta, "v") == b"5"


async def test_commits_arrive_whole(log: ToyLog, name: str) -> None:
    """A commit of many events is a single entry in the store."""
    await open_stream(log, name)
    await log.submit(name, ask(Write(text="x", copies=64)))

    assert [commit.version for commit in await everything(log, name)] == [4, 68]
