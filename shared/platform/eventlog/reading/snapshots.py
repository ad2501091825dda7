"""A cache of folded streams, limited in number and in bytes. It drops the least recently used stream first."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, Generic, TypeVar

import msgspec

from shared.platform.eventlog.asks import Snapshot

S = TypeVar("S")

WEIGHED_EVERY: Final = 64
"""The number of new versions after which a stream's size is estimated anew, or an eighth of all versions if greater."""
NEVER_WEIGHED: Final = -WEIGHED_EVERY, 0
FACTOR: Final = 6
"""Bytes that a folded stream takes up in memory for each byte of its MessagePack form; measured, and rounded up."""
SEEN_FACTOR: Final = 15
"""The value that replaces `FACTOR` for games with `Lasting` parts in their views, because the cache holds these too."""
_encode: Final = msgspec.msgpack.Encoder().encode


class SnapshotCache(Generic[S]):
    """A cache of the most recently used folded streams. It estimates their sizes from their encoded form.

    `cachetools.LRUCache` does not fit, because it has only one limit, refuses an item above that limit, and would
    encode a state on every put.
    """

    def __init__(self, *, most: int, most_bytes: int, factor: int = FACTOR) -> None:
        """Set up an empty cache. The cache assumes that a stream takes `factor` times its encoded size in memory."""
        self._factor: Final = factor
        self._most: Final = most
        self._most_bytes: Final = most_bytes
        self._kept: OrderedDict[str, Snapshot[S]] = OrderedDict()
        self._weights: dict[str, tuple[int, int]] = {}
        self.bytes = 0

    def __len__(self) -> int:
        """Return the number of cached streams."""
        return len(self._kept)

    def get(self, stream: str) -> Snapshot[S] | None:
        """Return a cached stream and mark it as recently used; return None if it is not cached."""
        snapshot = self._kept.get(stream)
        if snapshot is not None:
            self._kept.move_to_end(stream)
        return snapshot

    def version(self, stream: str) -> int:
        """Return the version of a cached stream; return 0 if it is not cached."""
        snapshot = self._kept.get(stream)
        return 0 if snapshot is None else snapshot.stream.version

    def put(self, snapshot: Snapshot[S]) -> list[str]:
        """Cache a snapshot; return the names of the streams that were dropped to make room.

        The newest stream stays, however large it is.
        """
        stream, kept = snapshot.stream.id, self._kept
        self._weigh(stream, snapshot)  # first, since a state that cannot be encoded must leave the cache as it was
        kept[stream] = snapshot
        kept.move_to_end(stream)
        gone = []
        while (len(kept) > self._most or self.bytes > self._most_bytes) and len(kept) > 1:
            name, _ = kept.popitem(last=False)
            self._forget_weight(name)
            gone.append(name)
        return gone

    def pop(self, stream: str) -> None:
        """Remove a stream from the cache."""
        if self._kept.pop(stream, None) is not None:
            self._forget_weight(stream)

    def _weigh(self, stream: str, snapshot: Snapshot[S]) -> None:
        version, weight = self._weights.get(stream, NEVER_WEIGHED)
        if snapshot.stream.version - version >= max(WEIGHED_EVERY, version // 8):
            now = len(_encode(snapshot.stream)) * self._factor
            self._weights[stream] = (snapshot.version, now)
            self.bytes += now - weight

    def _forget_weight(self, stream: str) -> None:
        self.bytes -= self._weights.pop(stream)[1]
