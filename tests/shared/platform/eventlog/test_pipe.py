"""Pipes: calls to the store over one connection stay in order, even if it breaks or a reply is late."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog.redis.pipe import Pipe, RedisCommand
from shared.platform.eventlog.redis.replies import ConnectionLost, Refused, Unanswered
from shared.platform.eventlog.redis.wire import MOST_UNANSWERED
from shared.platform.eventlog.refusals import StoreAway
from tests.support.relay import Relay

ECHOED = len(b"$1\r\na\r\n")
OK = len(b"+OK\r\n")


@pytest.fixture
async def relay(store: EmbeddedStore) -> AsyncIterator[Relay]:
    """Put a proxy between the pipe and the shared server."""
    async with Relay(store.socket) as relay:
        yield relay


@asynccontextmanager
async def piped(
    relay: Relay, *, answer_within: float = 10, confirm: tuple[RedisCommand, ...] = ()
) -> AsyncIterator[Pipe]:
    """Open a connected pipe through a proxy."""
    pipe = Pipe(relay.connection, answer_within=answer_within, confirm=confirm, copies=1)
    await pipe.call("PING")
    yield pipe
    await pipe.close()


async def outcomes(*futures: asyncio.Future[Any]) -> list[Any]:
    """Return the result or the exception of each call."""
    return await asyncio.gather(*futures, return_exceptions=True)


async def test_calls_of_a_turn_are_answered_in_order(relay: Relay) -> None:
    """Each call of a turn gets its own reply, and a refused call does not disturb the others."""
    async with piped(relay) as pipe:
        first, wrong, last = await outcomes(pipe.call("ECHO", "a"), pipe.call("NONSENSE"), pipe.call("ECHO", "b"))

        assert (first, last) == (b"a", b"b")
        assert isinstance(wrong, Refused)
        assert relay.connections == 1


async def test_more_calls_than_may_be_unanswered(relay: Relay) -> None:
    """The pipe holds back calls above its limit until replies arrive, and all get their replies in order."""
    async with piped(relay) as pipe:
        relay.stop_after(0)
        calls = [pipe.call("ECHO", number) for number in range(3 * MOST_UNANSWERED)]
        await relay.stopped.wait()
        sent = [call for call in calls if call.done()]
        assert pipe._wire is not None
        room = pipe._wire.room
        relay.let_through()

        assert (sent, room) == ([], 0)
        assert len(pipe._waiting) == 2 * MOST_UNANSWERED
        assert await outcomes(*calls) == [b"%d" % number for number in range(3 * MOST_UNANSWERED)]


async def test_a_partial_reply_is_kept_until_the_rest_arrives(relay: Relay) -> None:
    """The pipe keeps a partial reply until the rest of it arrives."""
    async with piped(relay) as pipe:
        relay.stop_after(ECHOED + 3)
        calls = [pipe.call("ECHO", word) for word in "abc"]
        await relay.stopped.wait()
        first = await calls[0]
        known = [call.done() for call in calls]
        relay.let_through()

        assert first == b"a"
        assert known == [True, False, False]
        assert await outcomes(*calls) == [b"a", b"b", b"c"]


async def test_a_connection_that_breaks_in_the_middle_of_a_reply(relay: Relay) -> None:
    """If the connection breaks in the middle of a reply, earlier calls have their replies, and the others fail.

    The next call reconnects.
    """
    async with piped(relay) as pipe:
        relay.stop_after(ECHOED + 3)
        calls = [pipe.call("ECHO", word) for word in "abc"]
        await relay.stopped.wait()
        relay.cut()
        whole, torn, behind = await outcomes(*calls)

        assert whole == b"a"
        assert isinstance(torn, ConnectionLost)
        assert isinstance(behind, ConnectionLost)
        assert await pipe.call("ECHO", "d") == b"d"
        assert (relay.connections, pipe.away_for) == (2, 0.0)


async def test_a_late_reply_goes_to_no_other_call(relay: Relay) -> None:
    """If a reply is too late, its call and the calls after it fail.

    A later call gets its own reply and not the late one.
    """
    async with piped(relay, answer_within=0.1) as pipe:
        relay.stop_after(0)
        late = await outcomes(pipe.call("ECHO", "a"), pipe.call("ECHO", "b"))
        relay.let_through()

        assert [type(each) for each in late] == [Unanswered, Unanswered]
        assert pipe.away_for > 0
        assert await pipe.call("ECHO", "c") == b"c"
        assert relay.connections == 2


async def test_a_reply_without_a_call_closes_the_connection(relay: Relay) -> None:
    """After a reply without a call, the pipe closes the connection, because it can no longer match replies to calls."""
    async with piped(relay) as pipe:
        relay.inject(b"+surprise\r\n")
        await relay.hung_up.wait()

        assert await pipe.call("ECHO", "a") == b"a"
        assert relay.connections == 2


async def test_calls_in_flight_are_answered_before_the_pipe_closes(relay: Relay) -> None:
    """Closing the pipe waits for the replies to earlier calls, and refuses later calls."""
    async with piped(relay) as pipe:
        relay.stop_after(0)
        calls = [pipe.call("ECHO", word) for word in "ab"]
        await relay.stopped.wait()
        closing = asyncio.create_task(pipe.close())
        await asyncio.sleep(0)
        relay.let_through()
        await closing

        assert await outcomes(*calls) == [b"a", b"b"]
        with pytest.raises(StoreAway, match="closed"):
            await pipe.call("PING")


async def test_a_write_is_not_acknowledged_before_replicas_have_it(relay: Relay) -> None:
    """If the connection breaks between the reply to a write and the reply of its replicas, the outcome is unknown."""
    async with piped(relay, confirm=(("WAIT", 1, 10_000),)) as pipe:
        relay.stop_after(OK)
        write = pipe.call("SET", "a-write-without-replicas", "1", writes=True)
        read = pipe.call("ECHO", "a")
        await relay.stopped.wait()
        relay.cut()
        outcome, _ = await outcomes(write, read)

        assert isinstance(outcome, ConnectionLost)


async def test_the_reply_to_an_abandoned_call_is_skipped(relay: Relay) -> None:
    """The pipe skips the reply to a call whose caller has given up, and later calls get their own replies."""
    async with piped(relay) as pipe:
        given_up, other = pipe.call("ECHO", "a"), pipe.call("ECHO", "b")
        given_up.cancel()

        assert await other == b"b"
