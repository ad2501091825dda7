"""The map of a cluster's hash slots, stored as a few ranges. The cluster's nodes report it.

redis-py instead writes all 16 384 slots into a dict at each discovery, up to once for each node that it queries. That
blocks the event loop for 9 to 19 ms, again and again while there are errors.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct
from redis.crc import REDIS_CLUSTER_HASH_SLOTS

from shared.platform.eventlog.redis.servers import Place


class SlotRange(Struct, frozen=True):
    """A range of slots, and the nodes that serve it: the primary first, then its replicas."""

    first: int
    last: int
    nodes: tuple[Place, ...]


class SlotMap:
    """The slot ranges of a cluster, and the single slots that have moved since the nodes reported these ranges."""

    def __init__(self, ranges: Iterable[SlotRange] = ()) -> None:
        """Set up the map with slot ranges, which must not overlap."""
        self._ranges: Final = sorted(ranges, key=lambda one: one.first)
        self._firsts: Final = [one.first for one in self._ranges]
        self._moved: Final[dict[int, Place]] = {}

    def primary_of(self, slot: int) -> Place | None:
        """Return the address of the primary that serves a slot; return None if it is unknown."""
        moved = self._moved.get(slot)
        if moved is not None:
            return moved
        at = bisect_right(self._firsts, slot) - 1
        return self._ranges[at].nodes[0] if at >= 0 and slot <= self._ranges[at].last else None

    def move(self, slot: int, place: Place) -> None:
        """Record that a slot has moved to another node."""
        self._moved[slot] = place

    @property
    def primaries(self) -> list[Place]:
        """Return the addresses of all primaries, without duplicates."""
        return list(dict.fromkeys([one.nodes[0] for one in self._ranges] + list(self._moved.values())))

    @property
    def replicas(self) -> list[Place]:
        """Return the addresses of all replicas, without duplicates."""
        return list(dict.fromkeys(node for one in self._ranges for node in one.nodes[1:]))

    @property
    def whole(self) -> bool:
        """Return whether the map has a node for every slot."""
        return sum(one.last - one.first + 1 for one in self._ranges) == REDIS_CLUSTER_HASH_SLOTS

    def filled_by(self, other: SlotMap) -> SlotMap:
        """Return this map with its gaps filled from another map."""
        free = [
            one
            for one in other._ranges
            if not any(own.first <= one.last and one.first <= own.last for own in self._ranges)
        ]
        return SlotMap([*self._ranges, *free])


def parse_slots(reply: Sequence[Sequence[Any]], *, asked: Place) -> SlotMap:
    """Decode a node's reply to CLUSTER SLOTS. A node listed without a host is the node that replied."""
    return SlotMap(
        SlotRange(int(first), int(last), tuple(_place(node, asked) for node in nodes)) for first, last, *nodes in reply
    )


def _place(node: Sequence[Any], asked: Place) -> Place:
    return (node[0].decode() if node[0] else asked[0], int(node[1]))
