"""Lists of streams: they agree with the log, newest first, page by page, while streams are opened and erased."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable

import pytest

from shared.kernel.stream import Close, OpenSeat
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import Ask, ListedStream, StoreConnection, Wanted
from shared.platform.eventlog.redis.key_names import index_key
from shared.platform.eventlog.redis.pipe import Word
from shared.platform.eventlog.redis.wire import TakeReply
from tests.support.logs import ToyLog, appends, ask, toy_log
from tests.support.toy import OPENING, STREAM

ANY = Wanted()
PARTITIONS = 3


def clock_of_calls(start: int = 1_000) -> Callable[[], int]:
    """Return a clock that advances by a millisecond per call."""
    at = start

    def now() -> int:
        nonlocal at
        at += 1
        return at

    return now


@pytest.fixture
async def parted(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[StoreConnection]:
    """Connect to a store that has several partitions."""
    with EmbeddedStore(tmp_path_factory.mktemp("parted"), durability="everysec") as store:
        connection = await StoreConnection.open(store.url, durability="relaxed", partitions=PARTITIONS)
        yield connection
        await connection.close()


async def open_for(log: ToyLog, tenant: str, name: str | None = None) -> str:
    """Open a stream for an app; return its name."""
    stream = name or STREAM + secrets.token_hex(8)
    await log.open(stream, tenant, Ask(command=OPENING, seat="gm", by="key:app"))
    return stream


async def streams_of(log: ToyLog, tenant: str, wanted: Wanted = ANY, *, limit: int = 50) -> list[ListedStream]:
    """Return all of an app's listed streams, read page by page."""
    found: list[ListedStream] = []
    before: str | None = ""
    while before is not None:
        page = await log.list(tenant, wanted=wanted, before=before, limit=limit)
        found += page.streams
        before = page.next
    return found


def names(found: list[ListedStream]) -> list[str]:
    """Return the names of listed streams."""
    return [STREAM + each.id for each in found]


@pytest.mark.rule("AR-LIST-01")
async def test_streams_of_all_partitions_are_listed_newest_first(parted: StoreConnection) -> None:
    """Each stream is listed once, with pages of any size, even if many were opened in the same millisecond."""
    ticking, still = toy_log(parted, clock=clock_of_calls()), toy_log(parted, clock=lambda: 900)
    opened = [await open_for(ticking, "app") for _ in range(12)]
    at_once = {await open_for(still, "app") for _ in range(8)}
    whole = names(await streams_of(ticking, "app", limit=100))

    assert whole[:12] == opened[::-1]
    assert set(whole[12:]) == at_once
    assert len(whole) == 20
    for limit in (1, 3, 19, 20):
        assert names(await streams_of(ticking, "app", limit=limit)) == whole
    assert await streams_of(ticking, "another") == []


@pytest.mark.rule("AR-LIST-01")
async def test_a_stream_opened_between_pages_shifts_nothing(connection: StoreConnection, log: ToyLog) -> None:
    """If a stream is opened between two pages, each of the other streams is still listed once."""
    tenant = secrets.token_hex(8)
    log = toy_log(connection, clock=clock_of_calls())
    opened = [await open_for(log, tenant) for _ in range(6)]
    first = await log.list(tenant, wanted=ANY, limit=4)
    newest = await open_for(log, tenant)
    assert first.next is not None
    rest = await log.list(tenant, wanted=ANY, before=first.next, limit=4)

    assert names([*first.streams, *rest.streams]) == opened[::-1]
    assert rest.next is None
    assert names(await streams_of(log, tenant)) == [newest, *opened[::-1]]


@pytest.mark.rule("AR-LIST-02")
async def test_an_entry_agrees_with_its_stream(log: ToyLog, name: str) -> None:
    """The version, seats and status of a list entry agree with the log as soon as a command has its response."""
    tenant = secrets.token_hex(8)
    await open_for(log, tenant, name)
    before = await log.load(name)
    (item,) = await streams_of(log, tenant)
    assert (item.at, item.version, item.closed) == (before.stream.at, before.version, False)
    assert item.listing.seats == {seat: state.role for seat, state in before.stream.seats.items()}

    await log.submit(name, ask(OpenSeat(seat="zoe", role="spectator"), seat="gm"))
    done = await log.submit(name, ask())
    (item,) = await streams_of(log, tenant, Wanted(seat="zoe"))
    assert item.version == done.last
    assert item.listing.seats["zoe"] == "spectator"

    assert await streams_of(log, tenant, Wanted(status="closed")) == []
    await log.submit(name, ask(Close(reason="done"), seat="gm"))
    (item,) = await streams_of(log, tenant, Wanted(status="closed", seat="zoe"))
    assert item.closed
    assert await streams_of(log, tenant, Wanted(status="open")) == []
    assert await streams_of(log, tenant, Wanted(seat="zo")) == []


@pytest.mark.rule("AR-LIST-02")
async def test_a_name_does_not_make_a_stream_a_fork(log: ToyLog, name: str) -> None:
    """A list of forks leaves out a stream with seats whose names look like the stored facts of a fork."""
    tenant = secrets.token_hex(8)
    await open_for(log, tenant, name)
    for seat, called in (("zoe", ",["), ("kim", "},[" + STREAM)):
        await log.submit(name, ask(OpenSeat(seat=seat, name=called), seat="gm"))

    assert names(await streams_of(log, tenant)) == [name]
    assert await streams_of(log, tenant, Wanted(forks=True)) == []


@pytest.mark.rule("AR-LIST-03")
async def test_an_erased_stream_is_listed_no_more(connection: StoreConnection, log: ToyLog, name: str) -> None:
    """After a stream was erased, neither the index nor the tombstone contains anything from its list entry."""
    tenant = secrets.token_hex(8)
    await open_for(log, tenant, name)
    other = await open_for(log, tenant)
    await log.erase(name)
    kept = await connection.send("ZRANGE", index_key(0, "toy.table", tenant), 0, -1)

    assert names(await streams_of(log, tenant)) == [other]
    assert len(kept) == 1
    assert await connection.send("HEXISTS", connection.keys(name).meta, "l") == 0


@pytest.mark.rule("AR-LIST-03")
async def test_a_stream_erased_by_an_older_server_is_skipped(
    connection: StoreConnection, log: ToyLog, name: str
) -> None:
    """A list skips the entry that is left if an older server, which has no index, erases a stream."""
    tenant = secrets.token_hex(8)
    await open_for(log, tenant, name)
    keys = connection.keys(name)
    await connection.call("erase_2", (keys.events, keys.meta, keys.snapshot), (keys.idempotency, b"mark"), writes=True)

    assert await streams_of(log, tenant) == []
    assert await connection.send("HEXISTS", keys.meta, "l") == 0


async def test_only_changes_of_a_list_entry_use_the_longer_append(
    connection: StoreConnection, log: ToyLog, name: str
) -> None:
    """A command that does not change the list entry calls the plain append function."""
    called: list[str] = []
    send = connection.send_then

    def note(take: TakeReply, *command: Word) -> None:
        called.append(appends(command))
        send(take, *command)

    connection.send_then = note  # type: ignore[method-assign]
    await open_for(log, secrets.token_hex(8), name)
    await log.submit(name, ask())
    await log.submit(name, ask(OpenSeat(seat="zoe"), seat="gm"))
    await log.submit(name, ask())
    await log.submit(name, ask(Close(reason="done"), seat="gm"))

    assert [function for function in called if function] == ["append_2", "append_1", "append_2", "append_1", "append_2"]


async def test_a_page_reads_a_limited_number_of_streams(
    connection: StoreConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If few of many streams match, a page has fewer entries than requested, and a cursor for the next page."""
    monkeypatch.setattr("shared.platform.eventlog.reading.listing.LOOKED_AT", 3)
    tenant, log = secrets.token_hex(8), toy_log(connection, clock=clock_of_calls())
    first, *_ = [await open_for(log, tenant) for _ in range(7)]
    await log.submit(first, ask(OpenSeat(seat="zoe"), seat="gm"))
    page = await log.list(tenant, wanted=Wanted(seat="zoe"), limit=50)

    assert page.streams == ()
    assert page.next is not None
    assert names(await streams_of(log, tenant, Wanted(seat="zoe"))) == [first]
