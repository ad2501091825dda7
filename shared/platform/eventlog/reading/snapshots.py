"""The cache of folded streams, bounded in number and in bytes: the least recently used goes first."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, Generic, TypeVar

import msgspec

from shared.platform.eventlog.asks import Snapshot

S = TypeVar("S")

WEIGHED_EVERY: Final = 64
"""Versions after which a stream is weighed again, or an eighth of those it has, where that is more."""
FACTOR: Final = 6
"""How many bytes a folded stream has in memory for each byte it would have in MessagePack: measured, rounded up."""
SEEN_FACTOR: Final = 15
"""The same where parts of views are kept with the state (`Lasting`), once it has been looked at."""
_encode: Final = msgspec.msgpack.Encoder().encode


class SnapshotCache(Generic[S]):
    """How some streams stood when they were last seen. Units: bytes as estimated from their encoded form.

    Not `cachetools.LRUCache`: that has one bound, refuses what alone is over it, and would encode a state at each put.
    """

    def __init__(self, *, most: int, most_bytes: int, factor: int = FACTOR) -> None:
        """Begin empty; a stream weighs `factor` times as much as its encoded form."""
        self._factor: Final = factor
        self._most: Final = most
        self._most_bytes: Final = most_bytes
        self._kept: OrderedDict[str, Snapshot[S]] = OrderedDict()
        self._weights: dict[str, tuple[int, int]] = {}
        self.bytes = 0

    def __len__(self) -> int:
        """Count the streams that are kept."""
        return len(self._kept)

    def get(self, stream: str) -> Snapshot[S] | None:
        """Return what is kept of a stream, and keep it for longer."""
        snapshot = self._kept.get(stream)
        if snapshot is not None:
            self._kept.move_to_end(stream)
        return snapshot

    def put(self, snapshot: Snapshot[S]) -> list[str]:
        """Keep a snapshot; return the names of those that had to go for it. One alone is kept whatever it weighs."""
        stream = snapshot.stream.id
        self._kept[stream] = snapshot
        self._kept.move_to_end(stream)
        self._weigh(stream, snapshot)
        gone = []
        while len(self._kept) > 1 and (len(self._kept) > self._most or self.bytes > self._most_bytes):
            name, _ = self._kept.popitem(last=False)
            self._forget_weight(name)
            gone.append(name)
        return gone

    def pop(self, stream: str) -> None:
        """Forget a stream."""
        if self._kept.pop(stream, None) is not None:
            self._forget_weight(stream)

    def _weigh(self, stream: str, snapshot: Snapshot[S]) -> None:
        version, weight = self._weights.get(stream, (-WEIGHED_EVERY, 0))
        if snapshot.version - version >= max(WEIGHED_EVERY, version // 8):
            now = len(_encode(snapshot.stream)) * self._factor
            self._weights[stream] = (snapshot.version, now)
            self.bytes += now - weight

    def _forget_weight(self, stream: str) -> None:
        self.bytes -= self._weights.pop(stream)[1]
