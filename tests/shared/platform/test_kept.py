"""Cached responses: used for the same request about the same stream with the same head, and limited in size."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from shared.kernel.stream import Stream
from shared.platform.eventlog import Snapshot
from shared.platform.http.kept import BESIDE, KeptAnswers


def standing(version: int, *, stream: str = "toy.game:a", head: bytes = b"") -> Snapshot[None]:
    """Return a snapshot of a stream at this version. By default, its head is derived from the version."""
    now: Stream[None] = Stream(id=stream, game=None, version=version)
    return Snapshot(stream=now, head=head or b"%d" % version, key=b"")


def answering(answer: bytes) -> Callable[[], Coroutine[Any, Any, bytes]]:
    """Return an asynchronous function that returns this response."""

    async def make_answer() -> bytes:
        return answer

    return make_answer


async def test_the_same_question_at_the_same_version_is_answered_from_the_cache() -> None:
    """The cache returns the stored response to the same request at the same version."""
    kept = KeptAnswers()
    assert await kept.once(standing(7), ("view", "ann"), answering(b"first")) == b"first"
    assert await kept.once(standing(7), ("view", "ann"), answering(b"second")) == b"first"


@pytest.mark.parametrize(
    ("snapshot", "name"),
    [
        (standing(7), ("view", "bob")),
        (standing(7), ("view", None)),
        (standing(7), ("legal", "ann")),
        (standing(8), ("view", "ann")),
        (standing(7, head=b"another past"), ("view", "ann")),
        (standing(7, stream="toy.game:b"), ("view", "ann")),
        (standing(6), ("view", "ann")),
    ],
)
async def test_no_cached_answer_serves_another_seat_or_version(snapshot: Snapshot[None], name: object) -> None:
    """The cache returns no response for another request, stream or version, nor for another history of the stream."""
    kept = KeptAnswers()
    await kept.once(standing(7), ("view", "ann"), answering(b"ann's at 7"))
    assert await kept.once(snapshot, name, answering(b"made")) == b"made"


async def test_reading_an_earlier_version_keeps_the_current_cache() -> None:
    """The response for an earlier version is not cached.

    A newer version drops the responses cached for the last one.
    """
    kept = KeptAnswers()
    await kept.once(standing(7), "view", answering(b"now"))
    await kept.once(standing(3), "view", answering(b"then"))
    assert await kept.once(standing(3), "view", answering(b"then, again")) == b"then, again"
    assert await kept.once(standing(7), "view", answering(b"new")) == b"now"
    await kept.once(standing(8), "view", answering(b"later"))
    assert kept.bytes == len(b"later") + BESIDE


async def test_the_cache_of_answers_is_bounded_in_bytes() -> None:
    """If the cache is full, the stream that was read longest ago is evicted.

    Each stream has a limit too, and a response above that limit is not cached.
    """
    size = 100 + BESIDE
    kept = KeptAnswers(most_bytes=3 * size, of_one_stream=2 * size)
    for stream in "abc":
        await kept.once(standing(1, stream=stream), "view", answering(bytes(100)))
    await kept.once(standing(1, stream="a"), "view", answering(b"unused"))
    await kept.once(standing(1, stream="d"), "view", answering(bytes(100)))
    assert await kept.once(standing(1, stream="a"), "view", answering(b"unused")) == bytes(100)
    assert await kept.once(standing(1, stream="b"), "view", answering(b"anew")) == b"anew"
    for number in range(9):
        await kept.once(standing(2, stream="a"), number, answering(bytes(100)))
        assert kept.bytes <= 3 * size
    await kept.once(standing(2, stream="e"), "view", answering(bytes(2 * size)))
    assert await kept.once(standing(2, stream="e"), "view", answering(b"made")) == b"made"
