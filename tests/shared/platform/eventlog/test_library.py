"""The functions in the store, called directly: what each function returns, and that a refused call writes nothing."""

from typing import Any

import pytest
from redis.exceptions import ResponseError

from shared.kernel.record import NO_HEAD
from shared.platform.eventlog import StoreConnection

HEADS = [bytes([number]) * 32 for number in range(10)]


class Shelf:
    """A stream in the store, to which the test writes by calling the store's functions directly."""

    def __init__(self, connection: StoreConnection, name: str) -> None:
        """Set the stream's name."""
        self.connection = connection
        self.name = name
        self.keys = connection.keys(name)

    async def append(
        self, expected: int, *lasts: int, head: bytes = NO_HEAD, status: str = "open", keys: tuple[str, ...] = ()
    ) -> Any:  # noqa: ANN401 a raw reply
        """Append one commit ending at each version in `lasts`.

        The first letter of a key serves as its fingerprint.
        """
        own = self.keys
        args: list[Any] = [expected, head, status, "", self.name, 60, 100, 10_000, len(lasts)]
        for place, last in enumerate(lasts):
            key = keys[place] if place < len(keys) else ""
            args += [last, b"{}", b"", HEADS[last % 10], place + 1 if key else 0, key[1:], key[:1]]
        records = [own.idempotency + key[1:].encode() for key in keys]
        return await self.connection.call("append_1", (own.events, own.meta, own.feed, own.counter, *records), args)

    async def dump(self) -> list[Any]:
        """Return everything that the store has about the stream, and the length of the feed."""
        names = sorted(await self.connection.send("KEYS", f"*{self.name}*"))
        return [
            await self.connection.send("GET", self.keys.counter),
            *[(key, await self.connection.send("DUMP", key)) for key in names],
        ]


@pytest.fixture
def tails(connection: StoreConnection, name: str) -> Shelf:
    """Return a stream in the store to which the test writes without the event log."""
    return Shelf(connection, name)


async def test_commits_take_the_ids_of_their_versions(tails: Shelf) -> None:
    """The id of each entry is its commit's last version, and one feed entry covers a whole append."""
    reply = await tails.append(0, 2, 3)
    entries = await tails.connection.send("XRANGE", tails.keys.events, "-", "+")
    ((_, pointer),) = await tails.connection.send("XREVRANGE", tails.keys.feed, "+", "-", "COUNT", 1)

    assert reply[:2] == [b"OK", b"3"]
    assert [entry[0] for entry in entries] == [b"2-0", b"3-0"]
    assert pointer == [b"s", tails.name.encode(), b"a", b"1", b"z", b"3", b"h", entries[-1][1][3][:8]]


async def test_a_wrong_version_gets_the_missing_entries(tails: Shelf) -> None:
    """A caller that expects an earlier version gets the entries that it lacks, and nothing is written."""
    await tails.append(0, 2, 3)
    before = await tails.dump()
    code, version, head, status, missing = await tails.append(2, 4, head=HEADS[2])

    assert (code, version, head, status) == (b"WRONG", b"3", HEADS[3], b"open")
    assert [entry[0] for entry in missing] == [b"3-0"]
    assert await tails.dump() == before


async def test_another_head_is_a_fork(tails: Shelf) -> None:
    """The store refuses an append with the right version but another head, and writes nothing."""
    await tails.append(0, 2)
    before = await tails.dump()

    assert (await tails.append(2, 3, head=HEADS[7]))[0] == b"FORKED"
    assert await tails.dump() == before


async def test_a_closed_stream_takes_nothing(tails: Shelf) -> None:
    """The store refuses every append to a closed stream."""
    await tails.append(0, 2, status="closed")
    before = await tails.dump()

    assert (await tails.append(2, 3, head=HEADS[2]))[0] == b"WRONG"
    assert await tails.dump() == before


async def test_known_keys_are_reported_for_each_commit(tails: Shelf) -> None:
    """If a call contains a known key, the call writes nothing, and the reply says which of its keys are known."""
    await tails.append(0, 2, keys=("1a",))
    before = await tails.dump()
    reply = await tails.append(2, 3, 4, 5, head=HEADS[2], keys=("1b", "1a", "2a"))

    assert reply == [b"SEEN", b"2", HEADS[2], b"open", [[b"NEW"], [b"DUP", b"1", b"2"], [b"MISMATCH", b"1", b"2"]]]
    assert await tails.dump() == before


async def test_keys_come_before_everything_else(tails: Shelf) -> None:
    """The store reports a known key even if the stream is closed, or if the version or the head is wrong."""
    await tails.append(0, 2, keys=("1a",), status="closed")

    assert (await tails.append(7, 9, head=HEADS[5], keys=("1a",)))[0] == b"SEEN"


async def test_a_gap_between_stream_and_metadata_is_reported(tails: Shelf) -> None:
    """The store refuses appends to a stream that lacks an entry or has one too many."""
    await tails.append(0, 2)
    await tails.connection.send("XADD", tails.keys.events, "9-0", "p", "{}")
    more = await tails.append(2, 3, head=HEADS[2])
    await tails.connection.send("DEL", tails.keys.events)
    less = await tails.append(2, 3, head=HEADS[2])

    assert (more[0], more[4]) == (b"DIVERGED", b"9")
    assert (less[0], less[4]) == (b"DIVERGED", b"0")


@pytest.mark.parametrize("lasts", [(), (0,), (2, 2), (3, 2)])
async def test_malformed_calls_write_nothing(tails: Shelf, lasts: tuple[int, ...]) -> None:
    """The store refuses a call whose versions do not increase, and writes nothing."""
    with pytest.raises(ResponseError, match="UNSOUND"):
        await tails.append(0, *lasts)
    assert (await tails.dump())[1:] == []


async def test_a_late_append_to_an_erased_stream_is_refused(tails: Shelf) -> None:
    """The store refuses an append to an erased stream; the reply has the last version and head of the tombstone."""
    keys = tails.keys
    await tails.append(0, 2, keys=("1a",))
    await tails.connection.call("erase_1", (keys.events, keys.meta, keys.snapshot), (keys.idempotency,))
    before = await tails.dump()

    assert await tails.append(2, 3, head=HEADS[2]) == [b"ERASED", b"2", HEADS[2], b"erased"]
    assert await tails.append(0, 3) == [b"ERASED", b"2", HEADS[2], b"erased"]
    assert await tails.dump() == before


async def test_a_tail_is_bounded_by_bytes(tails: Shelf) -> None:
    """A page has at least one entry, and otherwise stays within its byte limit."""
    await tails.append(0, 2, 3, 4, 5)
    keys = tails.keys
    own = (keys.events, keys.meta, keys.snapshot)
    by_bytes = await tails.connection.call("tail_1", own, (0, "", 100, 4, 0))
    by_count = await tails.connection.call("tail_1", own, (2, "", 2, 10_000, 0))

    assert [entry[0] for entry in by_bytes[6]] == [b"2-0", b"3-0"]
    assert [entry[0] for entry in by_count[6]] == [b"3-0", b"4-0"]
