"""Calls to the store that share round trips.

Calls made in the same turn of the loop leave together; while both channels are in flight, the next ones gather. A
channel is one connection of redis-py. A connection that breaks or does not answer in time fails all the calls on it,
and none of them is sent a second time: only the caller can know whether that is harmless.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Any, Final, TypeAlias, cast

import hiredis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import (
    ClusterDownError,
    MasterDownError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)

from shared.platform.eventlog.refusals import StoreAway

Word: TypeAlias = str | bytes | int
RedisCommand: TypeAlias = tuple[Word, ...]
_pack: Final = cast("Callable[[RedisCommand], bytes]", hiredis.pack_command)  # its stub takes one word only

CHANNELS: Final = 2
MOST_TOGETHER: Final = 256
CANNOT_NOW: Final = (OutOfMemoryError, ReadOnlyError, MasterDownError, ClusterDownError, TryAgainError)
CANNOT_NOW_CODES: Final = ("MISCONF", "NOREPLICAS", "BUSY")
"""What a server says that cannot write now, and has not; redis-py has names for some."""


class Unanswered(StoreAway):
    """The call was sent and no answer came: it may have happened, and may yet happen."""


class ConnectionLost(Unanswered):
    """The connection broke before the answer came."""


class Unreplicated(StoreAway):
    """The call happened here, and too few replicas confirmed it in time."""


class Refused(StoreAway, ResponseError):
    """The store refuses the call itself: it is not set up for us, or we are wrong. Nothing happened."""


class LibraryMissing(StoreAway):
    """The store does not know our functions: it was emptied or replaced."""


class _Call:
    __slots__ = ("command", "future", "writes")

    def __init__(self, command: RedisCommand, future: asyncio.Future[Any], *, writes: bool) -> None:
        self.command, self.future, self.writes = command, future, writes

    def fail(self, error: Exception) -> None:
        if not self.future.done():
            self.future.set_exception(error)

    def answer(self, reply: object) -> None:
        if self.future.done():
            return
        if isinstance(reply, Exception):
            self.future.set_exception(reply)
        else:
            self.future.set_result(reply)


class Pipe:
    """The calls of one process to one server."""

    def __init__(
        self,
        connect: Callable[[], AbstractConnection],
        *,
        answer_within: float,
        confirm: RedisCommand | None = None,
        copies: int = 0,
    ) -> None:
        """Take how to make a connection, how long an answer may take, and for replication the WAIT that confirms."""
        self._channels = [_Channel(connect(), answer_within, confirm, copies) for _ in range(CHANNELS)]
        self._waiting: deque[_Call] = deque()
        self._busy: set[asyncio.Task[None]] = set()
        self._due = False
        self._closed = False
        self._loop = asyncio.get_running_loop()
        self._away_since: float | None = None

    def call(self, *command: Word, writes: bool = False) -> asyncio.Future[Any]:
        """Send a command with the others of this turn.

        Refuses: StoreAway (in the future); a Refused where the server says the call itself is wrong
        """
        future: asyncio.Future[Any] = self._loop.create_future()
        if self._closed:
            future.set_exception(StoreAway("the connection to the store is closed"))
            return future
        self._waiting.append(_Call(command, future, writes=writes))
        if not self._due:
            self._due = True
            self._loop.call_soon(self._flush)
        return future

    @property
    def away_for(self) -> float:
        """Return for how long the store has not answered. Units: seconds."""
        return 0.0 if self._away_since is None else self._loop.time() - self._away_since

    async def close(self) -> None:
        """Let what is in flight finish, and close the connections. Whoever calls after that opens none anew."""
        while self._busy or self._waiting:
            await asyncio.sleep(0)
            if self._busy:
                await asyncio.wait(self._busy)
        self._closed = True
        for channel in self._channels:
            await channel.close(quietly=False)

    def _flush(self) -> None:
        self._due = False
        for channel in self._channels:
            if not self._waiting:
                return
            if not channel.busy:
                channel.busy = True
                many = min(len(self._waiting), MOST_TOGETHER)
                task = self._loop.create_task(self._exchange(channel, [self._waiting.popleft() for _ in range(many)]))
                self._busy.add(task)
                task.add_done_callback(self._busy.discard)

    async def _exchange(self, channel: _Channel, calls: list[_Call]) -> None:
        try:
            await channel.exchange(calls)
            self._away_since = None
        except StoreAway as away:
            if self._away_since is None:
                self._away_since = self._loop.time()
            for call in calls:
                call.fail(away)
        finally:
            channel.busy = False
            self._flush()


class _Channel:
    """One connection, used by one exchange at a time."""

    def __init__(
        self, connection: AbstractConnection, answer_within: float, confirm: RedisCommand | None, copies: int
    ) -> None:
        self.busy = False
        self._connection = connection
        self._answer_within = answer_within
        self._confirm = _pack(confirm) if confirm else b""
        self._copies = copies

    async def exchange(self, calls: list[_Call]) -> None:
        """Send all, read all. Refuses: StoreAway (nothing was sent), Unanswered."""
        await self._connected()
        confirmed = bool(self._confirm) and any(call.writes for call in calls)
        packed = [_pack(call.command) for call in calls]
        if confirmed:
            packed.append(self._confirm)
        try:
            async with asyncio.timeout(self._answer_within):
                await self._connection.send_packed_command([b"".join(packed)], check_health=False)
                replies = [await self._reply() for _ in packed]
        except TimeoutError as error:
            await self.close()
            raise Unanswered(f"no answer within {self._answer_within} s") from error
        except (RedisError, OSError) as error:
            await self.close()
            raise ConnectionLost(str(error)) from error
        if confirmed and self._too_few(replies.pop()):
            replies = [Unreplicated() if call.writes else reply for call, reply in zip(calls, replies, strict=True)]
        for call, reply in zip(calls, replies, strict=True):
            call.answer(reply)

    def _too_few(self, confirmation: object) -> bool:
        """Read WAIT's number, or WAITAOF's two."""
        copies = confirmation[-1] if isinstance(confirmation, list) else confirmation
        return not isinstance(copies, int) or copies < self._copies

    async def _connected(self) -> None:
        if self._connection.is_connected:
            return
        try:
            async with asyncio.timeout(self._answer_within):
                await self._connection.connect()  # type: ignore[no-untyped-call]
        except (RedisError, OSError, TimeoutError) as error:
            await self.close()
            raise StoreAway(str(error)) from error

    async def _reply(self) -> object:
        try:
            return await self._connection.read_response()
        except ResponseError as error:
            said = str(error)
            if "Function not found" in said:
                return LibraryMissing(said)
            cannot = isinstance(error, CANNOT_NOW) or said.startswith(CANNOT_NOW_CODES)
            return StoreAway(said) if cannot else Refused(said)

    async def close(self, *, quietly: bool = True) -> None:
        """Hang up; `quietly` does not wait until the other side has noticed."""
        with contextlib.suppress(RedisError, OSError):
            await self._connection.disconnect(nowait=quietly)
