"""Answers that are kept for as long as their stream stands where it stood: who asks the same again gets the same bytes.

Such an answer depends on nothing but the log of a stream and what its name says: what was asked, and by which seat.
The head of a stream stands for its whole log, so an answer is found only where the stream has that very head.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Final

from msgspec import Struct, field

from shared.platform.eventlog import Snapshot

MOST_BYTES: Final = 32 * 1024 * 1024
OF_ONE_STREAM: Final = 1024 * 1024
BESIDE: Final = 300
"""Bytes that an answer takes beside its own."""


class StreamAnswers(Struct):
    """The answers of one stream at one version. Units: size in bytes."""

    version: int
    head: bytes
    by_name: dict[Hashable, bytes] = field(default_factory=dict)
    size: int = 0


class KeptAnswers:
    """The answers of the streams asked last, bounded in bytes; those of one stream take a small part at most."""

    def __init__(self, *, most_bytes: int = MOST_BYTES, of_one_stream: int = OF_ONE_STREAM) -> None:
        """Begin empty."""
        self._most_bytes: Final = most_bytes
        self._of_one_stream: Final = of_one_stream
        self._streams: OrderedDict[str, StreamAnswers] = OrderedDict()
        self.bytes = 0

    async def once(self, snapshot: Snapshot[Any], name: Hashable, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return the answer of a name at a snapshot: the one that is kept, else what `make` makes."""
        kept = self._streams.get(snapshot.stream.id)
        if kept is not None and kept.head == snapshot.head and name in kept.by_name:
            self._streams.move_to_end(snapshot.stream.id)
            return kept.by_name[name]
        answer = await make()
        self._keep(snapshot, name, answer)
        return answer

    def _keep(self, snapshot: Snapshot[Any], name: Hashable, answer: bytes) -> None:
        """Keep an answer, unless it is of the past or too long; what was kept of an earlier version goes."""
        stream, size = snapshot.stream.id, len(answer) + BESIDE
        kept = self._streams.get(stream)
        if size > self._of_one_stream or (kept is not None and kept.version > snapshot.version):
            return
        if kept is None or kept.head != snapshot.head or kept.size + size > self._of_one_stream:
            self._drop(stream)
            kept = self._streams[stream] = StreamAnswers(snapshot.version, snapshot.head)
        if name not in kept.by_name:  # another request may have been quicker
            kept.by_name[name] = answer
            kept.size += size
            self.bytes += size
        while self.bytes > self._most_bytes:
            self._drop(next(iter(self._streams)))

    def _drop(self, stream: str) -> None:
        kept = self._streams.pop(stream, None)
        if kept is not None:
            self.bytes -= kept.size
