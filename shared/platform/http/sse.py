"""A stream's events as they happen: server-sent events that resume where they were cut off."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import ExitStack, aclosing, contextmanager
from typing import Any, Final

from litestar.response import Stream as StreamingResponse

from shared.platform.access.denials import Denied, KeysOutOfReach
from shared.platform.eventlog import StoreAway
from shared.platform.http.hosting import GameHost
from shared.platform.processes import PoolRefusal, tenant_now

from .broadcast import Subscription, frames_of, listening
from .callers import Caller
from .problems import HttpProblem
from .slots import Subscriber

PING_SECONDS: Final = 15.0
CHECK_SECONDS: Final = 2.0
"""How often the credential of an open stream is held to be good still."""
ENDS: Final = (
    f"An event stream ends with its credential: within {CHECK_SECONDS:g} seconds of a token's expiry or rotation; of a "
    f"key's revocation within {CHECK_SECONDS:g}, and the seconds for which a key is believed (10 unless the operator "
    "sets ARBITER_KEY_SECONDS)."
)
RETRY_MS: Final = 2000
PING: Final = b": ping\n\n"
PAGE: Final = 100
LATER_SECONDS: Final = 1.0
SOON_SECONDS: Final = 0.1


def event_stream(host: GameHost[Any], caller: Caller, *, name: str, after: int) -> StreamingResponse:
    """Answer with the events after a version, and then each as it happens.

    The answer ends when the stream is over, with the caller's credential or seat, or when the service stops.
    Refuses: 503 where too many are open already, 429 where the app or the seat has its share
    """
    return streaming(host, caller, name, _new_events(host, caller, name, after))


def streaming(host: GameHost[Any], caller: Caller, name: str, events: AsyncGenerator[bytes, None]) -> StreamingResponse:
    """Answer with events as they come, for as long as the caller's credential is good.

    Refuses: 503 where too many are open already, 429 where the app or the seat has its share
    """
    host.context.subscribers.hold_free(subscriber(caller, name))
    return StreamingResponse(
        _while_good(host, caller, events), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )


async def _while_good(
    host: GameHost[Any], caller: Caller, events: AsyncGenerator[bytes, None]
) -> AsyncIterator[bytes]:  # fmt: skip
    """Send on while the credential is good: it is asked for before each event, and whenever there is none for now.

    Where nothing is sent for long there is a ping, so that nobody on the way takes the connection for a dead one.
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
    """Return whether a credential is good still. Where that cannot be known now, it is what it was."""
    try:
        await host.context.authenticator.believe(caller.sent)
    except KeysOutOfReach:
        return True
    except Denied:
        return False
    return True


def subscriber(caller: Caller, name: str) -> Subscriber:
    """Return as whom a caller listens to a stream."""
    seat = caller.sees()
    return Subscriber(tenant_now(), "" if seat is None else f"{name} {seat}")


@contextmanager
def subscribed(host: GameHost[Any], caller: Caller, name: str) -> Iterator[bool]:
    """Take a place among the subscribers; False where others came first since it was looked for."""
    with ExitStack() as stack:
        try:
            stack.enter_context(host.context.subscribers.taken(subscriber(caller, name)))
        except HttpProblem:
            yield False  # the reader comes back, and is told why then
            return
        stack.enter_context(host.meters.subscribed())
        yield True


async def _new_events(host: GameHost[Any], caller: Caller, name: str, since: int) -> AsyncGenerator[bytes, None]:
    """Send what is new, as it is told to all who listen; nothing (b"") at least every few seconds."""
    yield b"retry: %d\n\n" % RETRY_MS
    with subscribed(host, caller, name) as there, listening(host, name, caller.sees(), since) as place:
        while there and not host.context.stopping.is_set():
            try:
                found = _told(place, caller) or await _read_alone(host, caller, name, place.position)
            except Denied:
                return
            fresh, place.position, over = found
            if not fresh and not over:
                await place.news(CHECK_SECONDS if place.up_to_date else SOON_SECONDS)
            yield fresh
            if over:
                return


def _told(place: Subscription, caller: Caller) -> tuple[bytes, int, bool] | None:
    """Return what is told after a subscriber's place, and its place after that; None where it has to read for itself.

    The right to read is asked for on the stream as it stands after what is told.
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
    """Read what is new as this caller may see it now, and whether nothing more can come.

    Nothing is while the store is away or the pool has no room; a little later that may be otherwise.
    The right to read is asked for after reading: nothing that came after it was taken away is ever told.
    Refuses: Denied
    """
    try:
        page, snapshot = await host.log.news(name, after=since, limit=PAGE)
        caller.authorise(snapshot.stream)
        shown = await host.shown(page.commits, snapshot.stream, caller.sees())
    except (StoreAway, PoolRefusal):
        await asyncio.sleep(LATER_SECONDS)
        return b"", since, False
    last = page.commits[-1].version if page.commits else since
    return frames_of(shown).after(since), last, snapshot.stream.closed and last >= snapshot.version
