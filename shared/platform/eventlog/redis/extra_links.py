"""The interfaces through which the core uses the optional packages `archive` and `cluster`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Protocol

from shared.platform.addresses import StoreAddress
from shared.platform.eventlog.archived_streams import ArchivedStreams
from shared.platform.eventlog.redis.pipe import Pipe, Word
from shared.platform.eventlog.redis.servers import Place
from shared.platform.eventlog.redis.wire import TakeReply
from shared.platform.eventlog.refusals import CannotStart
from shared.platform.store_extras import REGISTERED


class NodePipes(Protocol):
    """The pipes to the nodes of a cluster, which replace the pipe to a single server."""

    def call(self, *command: Word, writes: bool = False) -> Any:  # noqa: ANN401 a future of the reply
        """Send a command to the node that holds its key."""
        ...

    def call_then(self, take: TakeReply, *command: Word, writes: bool = False) -> None:
        """Send a command to the node that holds its key, and call `take` with its reply or error."""
        ...

    def pipe_of(self, slot: int) -> Pipe | None:
        """Return the pipe to the primary that serves a hash slot; return None if no such primary is known."""
        ...

    def place_of(self, slot: int) -> Place | None:
        """Return the last known address of the primary that serves a hash slot; return None if there is none."""
        ...

    async def primaries(self) -> Sequence[Pipe]:
        """Discover the cluster's nodes again; return the pipes to its primaries."""
        ...

    def replicas(self) -> Sequence[Pipe]:
        """Return the pipes to all known replicas."""
        ...

    async def look_again(self) -> None:
        """Discover the cluster's nodes again."""
        ...

    def away_for(self, slot: int) -> float:
        """Return how long the node of a hash slot has been unresponsive. Units: seconds."""
        ...

    async def close(self) -> None:
        """Wait for the calls in flight, and close every connection."""
        ...


def archive_in(folder: Path | None) -> ArchivedStreams | None:
    """Return the reader of a folder of archived streams; None without a folder or without the extra `archive`."""
    if folder is None or REGISTERED.archive is None:
        return None
    found: ArchivedStreams = resolve_name(REGISTERED.archive)(folder)
    return found


def cluster_at(address: StoreAddress, make: Callable[[Place], Pipe], *, answer_within: float) -> NodePipes:
    """Return the pipes to the nodes of a cluster.

    Refuses: CannotStart if the extra `cluster` is missing
    """
    if REGISTERED.cluster is None:
        raise CannotStart("the store is a cluster, and this server runs without the extra for clusters")
    found: NodePipes = resolve_name(REGISTERED.cluster)(address, make, answer_within=answer_within)
    return found
