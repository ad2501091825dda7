"""A cache of responses by stream version: the same request about the same version gets the same bytes.

Such a response depends only on the stream's log, the request and the seat. The head of a stream identifies its whole
log, so a cached response is used only while the stream has that head.
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
"""Bytes of memory that a cached response needs in addition to the bytes of the response itself."""


class StreamAnswers(Struct):
    """The cached responses of one stream at one version. Units: `size` in bytes."""

    version: int
    head: bytes
    by_name: dict[Hashable, bytes] = field(default_factory=dict)
    size: int = 0


class KeptAnswers:
    """A cache of responses about recently read streams, limited in bytes.

    One stream may use only a small part of it.
    """

    def __init__(self, *, most_bytes: int = MOST_BYTES, of_one_stream: int = OF_ONE_STREAM) -> None:
        """Set up an empty cache."""
        self._most_bytes: Final = most_bytes
        self._of_one_stream: Final = of_one_stream
        self._streams: OrderedDict[str, StreamAnswers] = OrderedDict()
        self.bytes = 0

    async def once(self, snapshot: Snapshot[Any], name: Hashable, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """Return the cached response `name` for this version of a stream.

        If there is none, call `make` and cache the result.
        """
        kept = self._streams.get(snapshot.stream.id)
        if kept is not None and kept.head == snapshot.head and name in kept.by_name:
            self._streams.move_to_end(snapshot.stream.id)
            return kept.by_name[name]
        answer = await make()
        self._keep(snapshot, name, answer)
        return answer

    def _keep(self, snapshot: Snapshot[Any], name: Hashable, answer: bytes) -> None:
        """Cache a response, and drop the responses of earlier versions.

        Skip a response that is outdated or too long.
        """
        stream, size = snapshot.stream.id, len(answer) + BESIDE
        kept = self._streams.get(stream)
        if size > self._of_one_stream or (kept is not None and kept.version > snapshot.version):
            return
        if kept is None or kept.head != snapshot.head or kept.size + size > self._of_one_stream:
            self._drop(stream)
            kept = self._streams[stream] = StreamAnswers(snapshot.version, snapshot.head)
        if name not in kept.by_name:  # another request may have cached it first
            kept.by_name[name] = answer
            kept.size += size
            self.bytes += size
        while self.bytes > self._most_bytes:
            self._drop(next(iter(self._streams)))

    def _drop(self, stream: str) -> None:
        kept = self._streams.pop(stream, None)
        if kept is not None:
            self.bytes -= kept.size
