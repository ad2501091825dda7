"""Pipes: connections on which calls to one server of the store share round trips.

A pipe sends all calls of one turn of the event loop together over one connection, without waiting for earlier replies.
If the connection breaks or a reply is late, all calls on it fail. The pipe never sends a call again: only the caller
can know whether that is safe.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeAlias, cast

import hiredis
from msgspec import Struct
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError

from shared.platform.eventlog.redis.confirming import Confirming
from shared.platform.eventlog.redis.replies import ConnectionLost
from shared.platform.eventlog.redis.servers import Place, address_of
from shared.platform.eventlog.redis.wire import Call, TakeReply, Wire, pass_to
from shared.platform.eventlog.refusals import StoreAway


class PackedCommand(Struct, frozen=True):
    """An encoded command, and its first key. A caller may pass it in place of a command's arguments."""

    text: bytes
    key: bytes


Word: TypeAlias = str | bytes | int | PackedCommand
RedisCommand: TypeAlias = tuple[Word, ...]
_pack: Final = cast("Callable[[RedisCommand], bytes]", hiredis.pack_command)  # its type stub accepts only one word


def pack_command(command: RedisCommand) -> bytes:
    """Encode a command in the Redis protocol."""
    first = command[0]
    return first.text if type(first) is PackedCommand else _pack(command)


def ignore_refusal(refusal: StoreAway) -> None:
    """Ignore an error that a server returned. The caller of the command still gets the error."""


class Pipe:
    """The connection through which one process sends its calls to one server.

    A pipe reconnects when its connection breaks.
    """

    def __init__(
        self,
        connect: Callable[[], AbstractConnection],
        *,
        answer_within: float,
        confirm: Sequence[RedisCommand] = (),
        copies: int = 0,
        refused: Callable[[StoreAway], None] = ignore_refusal,
    ) -> None:
        """Set up the pipe; `connect` opens a connection, and `answer_within` is the time limit of a reply in seconds.

        `confirm` holds the commands that wait for `copies` replicas after writes. The pipe calls `refused` with every
        error that the server returns.
        """
        self.on_refusal: Final = refused
        self._connection: Final = connect()
        self._answer_within: Final = answer_within
        self._confirming: Final = (
            Confirming([pack_command(command) for command in confirm], copies) if confirm else None
        )
        self._waiting: list[Call] = []
        self._wire: Wire | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._due = False
        self._closed = False
        self._at_rest: asyncio.Future[None] | None = None
        self._loop: Final = asyncio.get_running_loop()
        self._away_since: float | None = None

    def call(self, *command: Word, writes: bool = False) -> asyncio.Future[Any]:
        """Send a command, together with all other commands of this turn of the event loop.

        Refuses: StoreAway, set on the future; Refused if the server rejects the command itself
        """
        future: asyncio.Future[Any] = self._loop.create_future()
        self.call_then(partial(pass_to, future), *command, writes=writes)
        return future

    def call_then(self, take: TakeReply, *command: Word, writes: bool = False) -> None:
        """Send a command as `call` does, and call `take` with its reply or error as soon as that arrives."""
        if self._closed:
            self._loop.call_soon(take, StoreAway("the connection to the store is closed"))
            return
        self._waiting.append(Call(pack_command(command), take, writes))
        if not self._due:
            self._due = True
            self._loop.call_soon(self._flush)

    @property
    def away_for(self) -> float:
        """Return how long the server has been unresponsive. Units: seconds."""
        return 0.0 if self._away_since is None else self._loop.time() - self._away_since

    def stay_with(self, place: Place) -> Place | None:
        """Disconnect if the server is not at this address; calls in flight fail.

        Return the address of the disconnected server; return None if the pipe stays connected or had no connection.
        """
        found = address_of(self._connection)
        if self._wire is None or found == place:
            return None
        self._wire.break_off(ConnectionLost("another server has become the primary"))
        return found

    async def close(self) -> None:
        """Wait for the calls in flight, and close the connection. Later calls fail."""
        while self._busy:
            self._at_rest = self._loop.create_future()
            await self._at_rest
        self._closed = True
        if self._wire is not None:
            await self._wire.close()

    # ---------------------------------------------------------------- sending

    def _flush(self) -> None:
        """Send as many queued calls as there is room for; connect first if necessary."""
        self._due = False
        if not self._waiting:
            return
        if self._wire is None:
            if self._connecting is None:
                self._connecting = self._loop.create_task(self._reconnect())
            return
        calls = self._next_calls(self._wire)
        if calls:
            self._wire.send(calls if self._confirming is None else self._confirming.with_confirmation(calls))

    def _next_calls(self, wire: Wire) -> list[Call]:
        """Return the calls to send now, and remove them from the queue. Return none while the server executes WAIT."""
        room = wire.room if self._confirming is None or wire.idle else 0
        calls, self._waiting = self._waiting[:room], self._waiting[room:]
        return calls

    # ---------------------------------------------------------------- callbacks of the wire

    def on_replies(self) -> None:
        """Send queued calls for which there is room now. The wire calls this method when replies have arrived."""
        self._away_since = None
        self.has_room()
        self._rest()

    def has_room(self) -> None:
        """Send queued calls. The wire calls this method when the connection accepts data again."""
        if self._waiting:
            self._flush()

    def on_broken(self, wire: Wire, *, unanswered: bool) -> None:
        """Drop a broken connection. A new connection sends the calls that were not sent yet."""
        if unanswered:
            self._mark_away()
        if self._wire is wire:
            self._wire = None
            self._flush()
        self._rest()

    def _mark_away(self) -> None:
        if self._away_since is None:
            self._away_since = self._loop.time()

    @property
    def _busy(self) -> bool:
        in_flight = self._wire is not None and not self._wire.idle
        return in_flight or bool(self._waiting) or self._connecting is not None

    def _rest(self) -> None:
        """Wake a `close` that is waiting, if no call is in flight any more."""
        if self._at_rest is not None and not self._busy:
            self._at_rest.set_result(None)
            self._at_rest = None

    # ---------------------------------------------------------------- connecting

    async def _reconnect(self) -> None:
        """Connect to the server. If that fails, every queued call gets the error."""
        try:
            async with asyncio.timeout(self._answer_within):
                await self._connection.connect()  # type: ignore[no-untyped-call]
            self._wire = Wire(self._connection, self, self._answer_within)
        except Exception as error:  # noqa: BLE001 every waiting caller gets the error
            with contextlib.suppress(RedisError, OSError):
                await self._connection.disconnect(nowait=True)
            self._mark_away()
            waiting, self._waiting = self._waiting, []
            for call in waiting:
                call.answer(StoreAway(str(error)))
        self._connecting = None
        self._flush()
        self._rest()
