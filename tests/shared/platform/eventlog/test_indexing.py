"""Streams that an older release without lists opened or changed.

The current release finds them and lists them correctly.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Any

import pytest

from services.gateway.processes.index_beside import LEASE, list_unlisted
from shared.kernel.stream import Close, OpenSeat
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import ListedStream, StoreConnection, Wanted
from shared.platform.eventlog.indexing import Indexed, index_streams
from shared.platform.eventlog.redis.key_names import index_key
from shared.platform.eventlog.redis.wire import TakeReply
from tests.shared.platform.eventlog.test_listing import names, open_for, streams_of
from tests.support.logs import ToyLog, ask, everything, toy_log

KIND = "toy.table"


class OlderRelease(StoreConnection):
    """A connection that calls the store functions of an older release without lists."""

    def send_then(self, take: TakeReply, *command: Any) -> None:  # noqa: ANN401 as in the base class
        """Send appends as the older release did, without the key and the entry of the list."""
        if "append_2" in command:
            count, keys, args = command[2], command[3 : 3 + command[2]], command[3 + command[2] :]
            command = ("FCALL", "append_1", count - 1, *keys[1:], *args[2:])
        super().send_then(take, *command)


@pytest.fixture
async def older(store_url: str) -> AsyncIterator[ToyLog]:
    """Create a log as a server of the older release has it, while servers of the new release are running."""
    connection = await OlderRelease.open(store_url, durability="relaxed")
    yield toy_log(connection)
    await connection.close()


@pytest.fixture
def tenant() -> str:
    """Return a new app's id."""
    return secrets.token_hex(8)


async def found_in(store: str, log: ToyLog, *, everything: bool = False) -> Indexed:
    """Add unlisted streams to the lists; return the result."""
    return await index_streams(log.connection, store, {KIND: log}, everything=everything)


async def item_of(log: ToyLog, tenant: str) -> ListedStream:
    """Return the only listed stream of an app."""
    (item,) = await streams_of(log, tenant)
    return item


@pytest.mark.rule("AR-LIST-04")
async def test_streams_of_an_older_release_are_listed_once(
    store_url: str, log: ToyLog, older: ToyLog, tenant: str
) -> None:
    """Streams of an older release are added to the lists once, sorted by the time when they were opened.

    Existing entries stay unchanged.
    """
    before = [await open_for(older, tenant) for _ in range(3)]
    await asyncio.sleep(0.002)  # another millisecond
    new = await open_for(log, tenant)
    await older.submit(before[0], ask())
    assert names(await streams_of(log, tenant)) == [new]
    first, second = await found_in(store_url, log), await found_in(store_url, log)
    items = await streams_of(log, tenant)

    assert (first.listed >= len(before), second.listed) == (True, 0)
    assert names(items)[0] == new
    assert set(names(items)[1:]) == set(before)
    for item in items:
        (opening, *_) = await everything(log, f"{KIND}:{item.id}")
        assert f'"at":{item.at},'.encode() in opening.record.public


@pytest.mark.rule("AR-LIST-04")
async def test_a_stream_changed_before_it_is_found_is_still_found(
    store_url: str, log: ToyLog, older: ToyLog, tenant: str
) -> None:
    """If the new release closes a stream before it is added to the list, the list shows it as closed."""
    name = await open_for(older, tenant)
    await log.submit(name, ask(Close(reason="done"), seat="gm"))
    await found_in(store_url, log)

    assert (await item_of(log, tenant)).closed


@pytest.mark.rule("AR-LIST-04")
async def test_a_seat_opened_by_an_older_release_is_corrected(
    store_url: str, log: ToyLog, older: ToyLog, tenant: str
) -> None:
    """If an older release opens a seat, the list shows the right version at once, but not the seat.

    The list shows the seat after its next rebuild or after the next opened seat.
    """
    name = await open_for(log, tenant)
    done = await older.submit(name, ask(OpenSeat(seat="zoe"), seat="gm"))
    stale = await item_of(log, tenant)
    await found_in(store_url, log)
    assert (stale.version, "zoe" in stale.listing.seats) == (done.last, False)
    assert await streams_of(log, tenant, Wanted(seat="zoe")) == []
    await found_in(store_url, log, everything=True)

    assert (await item_of(log, tenant)).listing.seats["zoe"] == "player"
    assert len(await streams_of(log, tenant, Wanted(seat="zoe"))) == 1


@pytest.mark.rule("AR-LIST-04", "AR-PAGE-57")
async def test_an_entry_of_an_older_release_has_no_names(
    connection: StoreConnection, store_url: str, log: ToyLog, tenant: str
) -> None:
    """A list entry that an older release wrote has no names of seats until the list is rebuilt."""
    name = await open_for(log, tenant)
    await log.submit(name, ask(OpenSeat(seat="zoe", name="Zoë"), seat="gm"))
    fresh = (await item_of(log, tenant)).listing
    await connection.send("HSET", connection.keys(name).meta, "l", '[false,"",{"gm":"gm","zoe":"player"},{},null]')
    old = (await item_of(log, tenant)).listing
    await found_in(store_url, log, everything=True)

    assert (fresh.names, old.names, old.seats["zoe"]) == ({"zoe": "Zoë"}, {}, "player")
    assert (await item_of(log, tenant)).listing == fresh


@pytest.mark.rule("AR-LIST-03", "AR-LIST-04")
async def test_leftovers_of_an_erased_stream_are_removed(
    connection: StoreConnection, store_url: str, log: ToyLog, tenant: str
) -> None:
    """An erased stream is never listed again, and what an older release left of its list entry is removed."""
    name = await open_for(log, tenant)
    await log.erase(name)
    meta = connection.keys(name).meta
    await connection.send("HSET", meta, "l", '[false,"",{"ann":"player"}]')
    await found_in(store_url, log, everything=True)

    assert await connection.send("HEXISTS", meta, "l") == 0
    assert await connection.send("ZCARD", index_key(0, KIND, tenant)) == 0


@pytest.mark.rule("AR-LIST-04")
async def test_one_broken_stream_keeps_no_other_from_its_list(
    connection: StoreConnection, store_url: str, older: ToyLog, tenant: str
) -> None:
    """A stream that cannot be read is reported, and all other streams are listed."""
    name, good = await open_for(older, tenant), await open_for(older, tenant)
    entry = (await connection.send("XRANGE", connection.keys(name).events, "-", "+"))[0]
    await connection.send("XTRIM", connection.keys(name).events, "MAXLEN", 0)
    await connection.send("XADD", connection.keys(name).events, "9-0", *entry[1])
    log = toy_log(connection)
    found = await found_in(store_url, log)

    assert name in found.unreadable
    assert names(await streams_of(log, tenant)) == [good]
    await log.erase(name)


@pytest.mark.rule("AR-LIST-04")
async def test_one_server_of_all_looks_in_an_hour(tmp_path_factory: pytest.TempPathFactory) -> None:
    """When a server starts, it looks for unlisted streams, unless another server has done so within the last hour."""
    with EmbeddedStore(tmp_path_factory.mktemp("hour"), durability="everysec") as store:
        connection = await OlderRelease.open(store.url, durability="relaxed")
        log = toy_log(connection)
        await open_for(log, "app")
        await list_unlisted(connection, store.url, {KIND: log})
        assert len(await streams_of(log, "app")) == 1
        await open_for(log, "app")
        await list_unlisted(connection, store.url, {KIND: log})
        assert len(await streams_of(log, "app")) == 1
        await connection.send("DEL", f"{LEASE}toy")
        await list_unlisted(connection, store.url, {KIND: log})
        assert len(await streams_of(log, "app")) == 2
        await connection.close()
