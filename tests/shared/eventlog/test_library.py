"""The store's own functions, called as they stand: what each answers, and that nothing is written where it says no."""

from typing import Any

import pytest
from redis.exceptions import ResponseError

from shared.kernel.record import NO_HEAD
from shared.platform.eventlog import Link

HEADS = [bytes([number]) * 32 for number in range(10)]


class Shelf:
    """One raw stream."""

    def __init__(self, link: Link, name: str) -> None:
        """Name the stream."""
        self.link = link
        self.name = name
        self.keys = link.keys(name)

    async def append(
        self, expected: int, *lasts: int, head: bytes = NO_HEAD, status: str = "open", keys: tuple[str, ...] = ()
    ) -> Any:  # noqa: ANN401 a raw reply
        """Append commits that end at these versions; their keys' fingerprints are the keys' first letters."""
        own = self.keys
        args: list[Any] = [expected, head, status, "", self.name, 60, 100, 10_000, len(lasts)]
        for place, last in enumerate(lasts):
            key = keys[place] if place < len(keys) else ""
            args += [last, b"{}", b"", HEADS[last % 10], place + 1 if key else 0, key[1:], key[:1]]
        records = [own.idempotency + key[1:].encode() for key in keys]
        return await self.link.call("append_1", (own.events, own.meta, own.feed, own.counter, *records), args)

    async def dump(self) -> list[Any]:
        """Return all that is stored of the stream, and how long the feed is."""
        names = sorted(await self.link.send("KEYS", f"*{self.name}*"))
        return [
            await self.link.send("GET", self.keys.counter),
            *[(key, await self.link.send("DUMP", key)) for key in names],
        ]


@pytest.fixture
def shelf(link: Link, name: str) -> Shelf:
    """Return a raw stream."""
    return Shelf(link, name)


async def test_commits_take_the_ids_of_their_versions(shelf: Shelf) -> None:
    """Several commits go in at once; each entry's id is its last version, and one pointer tells of all."""
    reply = await shelf.append(0, 2, 3)
    entries = await shelf.link.send("XRANGE", shelf.keys.events, "-", "+")
    ((_, pointer),) = await shelf.link.send("XREVRANGE", shelf.keys.feed, "+", "-", "COUNT", 1)

    assert reply[:2] == [b"OK", b"3"]
    assert [entry[0] for entry in entries] == [b"2-0", b"3-0"]
    assert pointer == [b"s", shelf.name.encode(), b"a", b"1", b"z", b"3"]


async def test_a_wrong_version_gets_what_is_missing(shelf: Shelf) -> None:
    """Whoever is behind gets the entries it has not seen, and has written nothing."""
    await shelf.append(0, 2, 3)
    before = await shelf.dump()
    code, version, head, status, missing = await shelf.append(2, 4, head=HEADS[2])

    assert (code, version, head, status) == (b"WRONG", b"3", HEADS[3], b"open")
    assert [entry[0] for entry in missing] == [b"3-0"]
    assert await shelf.dump() == before


async def test_another_head_is_a_fork(shelf: Shelf) -> None:
    """At the right version with another head, nothing is written."""
    await shelf.append(0, 2)
    before = await shelf.dump()

    assert (await shelf.append(2, 3, head=HEADS[7]))[0] == b"FORKED"
    assert await shelf.dump() == before


async def test_a_closed_stream_takes_nothing(shelf: Shelf) -> None:
    """After a commit that closes, every append is wrong."""
    await shelf.append(0, 2, status="closed")
    before = await shelf.dump()

    assert (await shelf.append(2, 3, head=HEADS[2]))[0] == b"WRONG"
    assert await shelf.dump() == before


async def test_known_keys_are_told_for_each_commit(shelf: Shelf) -> None:
    """One known key keeps the whole call from being written; the answer says what is known of each."""
    await shelf.append(0, 2, keys=("1a",))
    before = await shelf.dump()
    reply = await shelf.append(2, 3, 4, 5, head=HEADS[2], keys=("1b", "1a", "2a"))

    assert reply == [b"SEEN", b"2", HEADS[2], b"open", [[b"NEW"], [b"DUP", b"1", b"2"], [b"MISMATCH", b"1", b"2"]]]
    assert await shelf.dump() == before


async def test_keys_come_before_everything_else(shelf: Shelf) -> None:
    """A known key is told even where the stream is closed, the version wrong and the head another."""
    await shelf.append(0, 2, keys=("1a",), status="closed")

    assert (await shelf.append(7, 9, head=HEADS[5], keys=("1a",)))[0] == b"SEEN"


async def test_a_gap_between_stream_and_meta_is_told(shelf: Shelf) -> None:
    """An entry too many, or one too few, stops the stream."""
    await shelf.append(0, 2)
    await shelf.link.send("XADD", shelf.keys.events, "9-0", "p", "{}")
    more = await shelf.append(2, 3, head=HEADS[2])
    await shelf.link.send("DEL", shelf.keys.events)
    less = await shelf.append(2, 3, head=HEADS[2])

    assert (more[0], more[4]) == (b"DIVERGED", b"9")
    assert (less[0], less[4]) == (b"DIVERGED", b"0")


@pytest.mark.parametrize("lasts", [(), (0,), (2, 2), (3, 2)])
async def test_malformed_calls_write_nothing(shelf: Shelf, lasts: tuple[int, ...]) -> None:
    """Versions that do not rise are refused before the first write."""
    with pytest.raises(ResponseError, match="UNSOUND"):
        await shelf.append(0, *lasts)
    assert (await shelf.dump())[1:] == []


async def test_a_late_append_to_an_erased_stream_is_told(shelf: Shelf) -> None:
    """A tombstone answers with the last version and head."""
    keys = shelf.keys
    await shelf.append(0, 2, keys=("1a",))
    await shelf.link.call("erase_1", (keys.events, keys.meta, keys.snapshot), (keys.idempotency,))
    before = await shelf.dump()

    assert await shelf.append(2, 3, head=HEADS[2]) == [b"ERASED", b"2", HEADS[2], b"erased"]
    assert await shelf.append(0, 3) == [b"ERASED", b"2", HEADS[2], b"erased"]
    assert await shelf.dump() == before


async def test_a_tail_is_bounded_by_bytes(shelf: Shelf) -> None:
    """A page holds at least one entry, and no more than its bytes allow."""
    await shelf.append(0, 2, 3, 4, 5)
    keys = shelf.keys
    own = (keys.events, keys.meta, keys.snapshot)
    by_bytes = await shelf.link.call("tail_1", own, (0, "", 100, 4, 0))
    by_count = await shelf.link.call("tail_1", own, (2, "", 2, 10_000, 0))

    assert [entry[0] for entry in by_bytes[6]] == [b"2-0", b"3-0"]
    assert [entry[0] for entry in by_count[6]] == [b"3-0", b"4-0"]
