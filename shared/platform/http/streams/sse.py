"""Live events of a stream as server-sent events. A client can resume them after its connection broke."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import ExitStack, aclosing, contextmanager
from typing import Any, Final

from litestar.response import Stream as StreamingResponse

from shared.platform.access.denials import Denied, KeysOutOfReach
from shared.platform.eventlog import Snapshot, StoreAway, VersionUnknown
from shared.platform.http.callers import Caller
from shared.platform.http.hosting import GameHost
from shared.platform.http.problems import HttpProblem
from shared.platform.http.slots import Subscriber
from shared.platform.http.streams.broadcast import Subscription, frames_of, listen
from shared.platform.processes import PoolRefusal, tenant_now

PING_SECONDS: Final = 15.0
CHECK_SECONDS: Final = 2.0
"""Seconds between two checks of an open event stream's credential."""
ENDS: Final = (
    f"An event stream ends with its credential: at most {CHECK_SECONDS:g} seconds after a token expires or is rotated; "
    f"after a key is revoked, {CHECK_SECONDS:g} seconds plus the time for which keys are cached (10 seconds unless the "
    "operator sets ARBITER_KEY_SECONDS)."
)
RETRY_MS: Final = 2000
PING: Final = b": ping\n\n"
PAGE: Final = 100
LATER_SECONDS: Final = 1.0
SOON_SECONDS: Final = 0.1


def check_place(snapshot: Snapshot[Any], after: int) -> None:
    """Check that a stream has the version after which its reader continues. A restored stream may have lost it.

    Rule:    AR-STORE-17
    Refuses: VersionUnknown
    """
    if after > snapshot.version:
        raise VersionUnknown(snapshot.version)


def event_stream(host: GameHost[Any], caller: Caller, *, name: str, after: int) -> StreamingResponse:
    """Send the events after a version, and then each new event.

    The response ends when the stream is over, when the caller's credential or seat is no longer valid, or when the
    service stops.
    Refuses: 503 at the total limit of event streams; 429 at the limit of the app or the seat
    """
    return answer_with_stream(host, caller, name, _new_events(host, caller, name, after))


def answer_with_stream(
    host: GameHost[Any], caller: Caller, name: str, events: AsyncGenerator[bytes, None]
) -> StreamingResponse:
    """Send encoded events as they arrive, while the caller's credential is valid.

    Refuses: 503 at the total limit of event streams; 429 at the limit of the app or the seat
    """
    host.context.subscribers.hold_free(subscriber(caller, name))
    return StreamingResponse(
        _while_good(host, caller, events), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )


async def _while_good(
    host: GameHost[Any], caller: Caller, events: AsyncGenerator[bytes, None]
) -> AsyncIterator[bytes]:  # fmt: skip
    """Forward events while the credential is valid.

    Check the credential before each event, and from time to time while there are no events.

    After a long silence, send a ping, so that proxies do not close the connection.
    """
    loop = asyncio.get_running_loop()
    sent = loop.time()
    async with aclosing(events):
        async for event in events:
            if not await _is_good(host, caller):
                return
            if event or loop.time() - sent >= PING_SECONDS:
                sent = loop.time()
                yield event or PING


async def _is_good(host: GameHost[Any], caller: Caller) -> bool:
    """Return whether a credential is still valid. While the store cannot be asked, it counts as valid."""
    try:
        if caller.sent is not None:
            await host.context.authenticator.believe(caller.sent)
    except KeysOutOfReach:
        return True
    except Denied:
        return False
    return True


def subscriber(caller: Caller, name: str) -> Subscriber:
    """Return the app and the seat against whose limits a caller's event stream counts."""
    seat = caller.sees()
    return Subscriber(tenant_now(), "" if seat is None else f"{name} {seat}")


@contextmanager
def subscribe(host: GameHost[Any], caller: Caller, name: str) -> Iterator[bool]:
    """Count an event stream as open until the end of the block; yield False if the limits have no room for it."""
    with ExitStack() as stack:
        try:
            stack.enter_context(host.context.subscribers.take(subscriber(caller, name)))
        except HttpProblem:
            yield False  # the client reconnects, and then gets the reason
            return
        stack.enter_context(host.meters.count_subscriber())
        yield True


async def _new_events(host: GameHost[Any], caller: Caller, name: str, since: int) -> AsyncGenerator[bytes, None]:
    """Yield new events from the broadcast, and empty bytes at least every few seconds."""
    yield b"retry: %d\n\n" % RETRY_MS
    with subscribe(host, caller, name) as there, listen(host, name, caller.sees(), since) as place:
        while there and not host.context.stopping.is_set():
            try:
                found = _events_after(place, caller) or await _read_alone(host, caller, name, place.position)
            except Denied:
                return
            fresh, place.position, over = found
            if not fresh and not over:
                await place.news(CHECK_SECONDS if place.up_to_date else SOON_SECONDS)
            yield fresh
            if over:
                return


def _events_after(place: Subscription, caller: Caller) -> tuple[bytes, int, bool] | None:
    """Return the events after a subscriber's position, the new position, and whether the stream has ended.

    Return None if the subscriber has to read the log itself. The permission to read is checked against the stream after
    those events.
    Refuses: Denied
    """
    broadcast, since = place.broadcast, place.position
    fresh = broadcast.after(since, place.seat)
    if fresh is None or broadcast.stream is None:
        return None
    caller.authorise(broadcast.stream)
    return fresh, max(since, broadcast.version), broadcast.over


async def _read_alone(
    host: GameHost[Any], caller: Caller, name: str, since: int
) -> tuple[bytes, int, bool]:  # fmt: skip
    """Read new events for this caller from the log; return them, the new position, and whether the stream has ended.

    While the store is unreachable or the pool is full, there are no events, and a later call may succeed. The
    permission is checked after reading, so that no event is sent after the permission was withdrawn.
    Refuses: Denied
    """
    try:
        page, snapshot = await host.log.news(name, after=since, limit=PAGE)
        caller.authorise(snapshot.stream)
        shown = await host.events_for(page.commits, snapshot.stream, caller.sees())
    except (StoreAway, PoolRefusal):
        await asyncio.sleep(LATER_SECONDS)
        return b"", since, False
    last = page.commits[-1].version if page.commits else since
    return frames_of(shown).after(since), last, snapshot.stream.closed and last >= snapshot.version
