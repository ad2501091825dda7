"""A stream's events as they happen: server-sent events that resume where they were cut off."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from contextlib import ExitStack, aclosing, contextmanager
from typing import Any, Final

from litestar.response import Stream as StreamingResponse

from shared.platform.access.denials import Denied, KeysOutOfReach
from shared.platform.eventlog import StoreAway
from shared.platform.feed import Watch
from shared.platform.http.hosting import GameHost
from shared.platform.processes import PoolRefusal, tenant_now

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
PAGE: Final = 100
LATER_SECONDS: Final = 1.0


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
    """Send on while the credential is good: it is asked for before each event, and in between every few seconds."""
    async with aclosing(events):
        while True:
            event = await _next_while_good(host, caller, events)
            if event is None:
                return
            yield event


async def _next_while_good(host: GameHost[Any], caller: Caller, events: AsyncGenerator[bytes, None]) -> bytes | None:
    """Return the next event; None once there are no more, or the credential has ended."""
    coming = asyncio.ensure_future(anext(events, None))
    try:
        while True:
            done, _ = await asyncio.wait({coming}, timeout=CHECK_SECONDS)
            if not await _is_good(host, caller):
                return None
            if done:
                return coming.result()
    finally:
        if not coming.done():
            coming.cancel()
            await asyncio.wait({coming})


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
def subscribed(host: GameHost[Any], caller: Caller, name: str) -> Iterator[Watch | None]:
    """Take a place among the subscribers; None where others came first since it was looked for.

    The watch begins before anything is read, so that nothing is missed.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(host.context.subscribers.taken(subscriber(caller, name)))
        except HttpProblem:
            yield None  # the reader comes back, and is told why then
            return
        stack.enter_context(host.meters.subscribed())
        yield stack.enter_context(host.context.feed.watch(name))


async def _new_events(host: GameHost[Any], caller: Caller, name: str, since: int) -> AsyncGenerator[bytes, None]:
    yield b"retry: %d\n\n" % RETRY_MS
    with subscribed(host, caller, name) as watch:
        while watch is not None and not host.context.stopping.is_set():
            try:
                fresh, since, over = await _since_or_nothing(host, caller, name, since)
            except Denied:
                return
            for event in fresh:
                yield event
            if over:
                return
            if not fresh and not await moved(host, watch.next(PING_SECONDS)):
                yield b": ping\n\n"


async def moved(host: GameHost[Any], news: Any) -> bool:  # noqa: ANN401 a coroutine
    """Wait for news of the stream, for a ping to be due, or for the service to stop."""
    waiting = asyncio.ensure_future(news)
    stopping = asyncio.ensure_future(host.context.stopping.wait())
    try:
        done, _ = await asyncio.wait({waiting, stopping}, return_when=asyncio.FIRST_COMPLETED)
        return waiting in done and waiting.result() is not None
    finally:
        waiting.cancel()
        stopping.cancel()


async def _since_or_nothing(
    host: GameHost[Any], caller: Caller, name: str, since: int
) -> tuple[list[bytes], int, bool]:  # fmt: skip
    """Read what is new; nothing while the store is away. Where the pool has no room, try again a little later."""
    while not host.context.stopping.is_set():
        try:
            return await _since(host, caller, name, since)
        except StoreAway:
            break
        except PoolRefusal:
            await asyncio.sleep(LATER_SECONDS)
    return [], since, False


async def _since(host: GameHost[Any], caller: Caller, name: str, since: int) -> tuple[list[bytes], int, bool]:
    """Read what is new as this caller may see it now, and whether nothing more can come.

    The right to read is asked for after reading: nothing that came after it was taken away is ever told.
    """
    page = await host.log.read(name, after=since, limit=PAGE)
    snapshot = await host.log.load(name)
    caller.authorise(snapshot.stream)
    seat = caller.sees()
    fresh = [
        b"id: %d\nevent: %s\ndata: %s\n\n" % (version, kind.encode(), text)
        for version, kind, text in await host.shown(page.commits, snapshot.stream, seat)
        if version > since
    ]
    last = page.commits[-1].version if page.commits else since
    return fresh, last, snapshot.stream.closed and last >= snapshot.version
