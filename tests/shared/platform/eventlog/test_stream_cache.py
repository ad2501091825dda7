"""The cache of folded streams, which is limited in number and in bytes."""

from __future__ import annotations

import pytest
from msgspec import Struct

from shared.kernel.record import NO_HEAD
from shared.kernel.stream import Stream
from shared.platform.eventlog import Snapshot
from shared.platform.eventlog.reading.snapshots import FACTOR, SEEN_FACTOR, WEIGHED_EVERY, SnapshotCache


class Text(Struct, frozen=True):
    """A game state that holds one string."""

    text: str


def snapshot(stream: str, size: int, version: int = 1) -> Snapshot[Text]:
    """Return a snapshot of a stream with a state of this size."""
    game = Text("x" * size)
    return Snapshot(stream=Stream(id=stream, game=game, version=version), head=NO_HEAD, key=b"")


def test_the_cache_is_bounded_in_number() -> None:
    """The cache evicts the least recently used stream; reading a stream counts as use."""
    kept: SnapshotCache[Text] = SnapshotCache(most=2, most_bytes=2**30)
    kept.put(snapshot("a", 1))
    kept.put(snapshot("b", 1))
    kept.get("a")

    assert kept.put(snapshot("c", 1)) == ["b"]
    assert kept.get("a") is not None
    assert kept.get("b") is None


def test_the_cache_is_bounded_in_bytes() -> None:
    """All cached streams together stay within the byte limit, but a single stream is kept whatever its size."""
    kept: SnapshotCache[Text] = SnapshotCache(most=10_000, most_bytes=FACTOR * 100_000)
    for number in range(200):
        kept.put(snapshot(f"s{number}", 10_000))
        assert kept.bytes <= FACTOR * 100_000
    few = len(kept)

    assert 5 <= few < 10
    assert len(kept.put(snapshot("huge", 1_000_000))) == few
    assert len(kept) == 1


def test_cached_views_count_for_the_bound() -> None:
    """Cached views count towards the limit, so fewer streams fit into the same number of bytes."""
    bare: SnapshotCache[Text] = SnapshotCache(most=10, most_bytes=2**30)
    seen: SnapshotCache[Text] = SnapshotCache(most=10, most_bytes=2**30, factor=SEEN_FACTOR)
    for kept in (bare, seen):
        kept.put(snapshot("a", 10_000))

    assert seen.bytes * FACTOR == bare.bytes * SEEN_FACTOR


def test_a_stream_that_grows_is_weighed_again() -> None:
    """The cache measures a stream again after some versions. An evicted stream no longer counts towards the limit."""
    kept: SnapshotCache[Text] = SnapshotCache(most=10, most_bytes=2**30)
    kept.put(snapshot("a", 10))
    light = kept.bytes
    kept.put(snapshot("a", 10_000, version=2))
    same = kept.bytes
    kept.put(snapshot("a", 10_000, version=1 + WEIGHED_EVERY))
    heavy = kept.bytes
    kept.pop("a")
    kept.pop("a")

    assert (light, heavy > FACTOR * 10_000, kept.bytes) == (same, True, 0)


class Number(Struct, frozen=True):
    """A game state that holds one number."""

    number: int


def test_a_stream_that_cannot_be_encoded_leaves_the_cache_as_it_was() -> None:
    """A state with a number of more than 64 bits is an error, and the stream can still be dropped from the cache."""
    kept: SnapshotCache[Number] = SnapshotCache(most=10, most_bytes=2**30)
    stream = Stream(id="a", game=Number(2**64), version=1)

    with pytest.raises(OverflowError):
        kept.put(Snapshot(stream=stream, head=NO_HEAD, key=b""))
    kept.pop("a")
    assert (0, 0) == (len(kept), kept.bytes)
