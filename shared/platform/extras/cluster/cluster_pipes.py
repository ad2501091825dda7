"""Send the calls of one process to the nodes of a cluster.

There is one pipe to each node; a call goes to the node that serves the hash slot of its key.

The nodes report which node serves which slots (`cluster_slots`). The process retries a call, until its deadline, only
if the call was certainly not executed: if its slot has moved (MOVED), while its keys are moving (ASK, TRYAGAIN), and
while a replica replaces a primary that is down. This module never retries a call whose outcome is unknown.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Coroutine
from typing import Any, Final

from msgspec import Struct
from redis.crc import key_slot
from redis.exceptions import AskError, MovedError

from shared.platform.addresses import StoreAddress
from shared.platform.eventlog.redis.pipe import PackedCommand, Pipe, RedisCommand, Word
from shared.platform.eventlog.redis.replies import Elsewhere, KeysMoving, NotPrimary, Unanswered
from shared.platform.eventlog.redis.servers import Place
from shared.platform.eventlog.redis.wire import TakeReply
from shared.platform.eventlog.refusals import StoreAway, StoreRefuses
from shared.platform.extras.cluster.cluster_slots import SlotMap, parse_slots

PAUSE: Final = 0.03
LOOK_SECONDS: Final = 0.2
"""Minimum seconds between two discoveries of the cluster's nodes while there are errors."""
ASK_SECONDS: Final = 1.0
"""Seconds to wait for one node's map of slots before querying the next node."""
NOT_DONE: Final = {StoreAway, StoreRefuses, Elsewhere, KeysMoving, NotPrimary}
"""Errors of a call that was not executed and that may succeed on another node or later."""
FUNCTION_KEY: Final = 3
"""Index of the first key in a function call. In any other command, the key directly follows the command's name."""


class _Request(Struct, eq=False):
    """A call, the deadline until which it may be retried, and the future of its reply."""

    command: RedisCommand
    writes: bool
    slot: int
    until: float
    answer: asyncio.Future[Any]
    pipe: Pipe | None = None
    redirected: bool = False


class ClusterPipes:
    """The pipes to the nodes of a cluster, which replace the pipe to a single server.

    Every command must be a function call, or have its key right after its name.
    """

    def __init__(
        self, address: StoreAddress, make: Callable[[Place], Pipe], *, answer_within: float
    ) -> None:  # fmt: skip
        """Set up the pipes. `address` names some of the nodes, and `make` creates a pipe to a node."""
        self._address: Final = address
        self._make: Final = make
        self._within: Final = answer_within
        self._loop: Final = asyncio.get_running_loop()
        self._slots = SlotMap()
        self._pipes: dict[Place, Pipe] = {}
        self._asked: dict[Place, Pipe] = {}
        """Separate pipes for discovering the nodes. Calls on them never wait for replicas."""
        self._silent: set[Place] = set()
        """Nodes that did not reply to the last query for their map of slots. They are queried last."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._looking: asyncio.Task[None] | None = None
        self._looked = -LOOK_SECONDS
        self._closed = False

    # ---------------------------------------------------------------- calls

    def call(self, *command: Word, writes: bool = False) -> asyncio.Future[Any]:
        """Send a command to the node that holds its key.

        All commands of one turn of the event loop are sent together.

        Refuses: StoreAway, set on the future
        """
        request = _Request(
            command, writes, _slot_of(command), self._loop.time() + self._within, self._loop.create_future()
        )
        if self._closed:
            request.answer.set_exception(StoreAway("the connection to the store is closed"))
        else:
            self._send(request)
        return request.answer

    def call_then(self, take: TakeReply, *command: Word, writes: bool = False) -> None:
        """Send a command as `call` does, and call `take` with its reply or error."""
        sent = self.call(*command, writes=writes)
        sent.add_done_callback(lambda done: take(done.exception() or done.result()))

    def _send(self, request: _Request, *, asking: Pipe | None = None) -> None:
        """Send a request to the node that serves its slot, or to the node of the pipe `asking` after a redirect."""
        pipe = asking or self.pipe_of(request.slot)
        request.pipe = pipe
        if pipe is None:
            self._spawn(self._again(request, StoreAway(f"no node has slot {request.slot}")))
            return
        if asking is not None:
            pipe.call("ASKING").add_done_callback(_retrieve_error)
        pipe.call(*request.command, writes=request.writes).add_done_callback(lambda sent: self._settle(request, sent))

    def _settle(self, request: _Request, sent: asyncio.Future[Any]) -> None:
        """Pass the reply to the caller of a request, or retry the request if no node executed it."""
        if sent.cancelled() or request.answer.done():
            _retrieve_error(sent)
            request.answer.cancel()
            return
        error = sent.exception()
        if error is None:
            request.answer.set_result(sent.result())
        elif isinstance(error, StoreAway) and type(error) in NOT_DONE and self._may_still(request):
            self._spawn(self._again(request, error))
        else:
            if type(error) in NOT_DONE or isinstance(error, Unanswered):
                self._spawn(self.look_again())
            request.answer.set_exception(error)

    def _may_still(self, request: _Request) -> bool:
        """Return whether a request may be retried, because its deadline has not passed and its node may be up."""
        away = request.pipe is not None and request.pipe.away_for > self._within
        return not self._closed and not away and self._loop.time() < request.until

    async def _again(self, request: _Request, error: StoreAway) -> None:
        """Find out which node now has the keys of a request, and retry the request there if its deadline allows."""
        asking = None
        if request.redirected or not isinstance(
            error, Elsewhere
        ):  # nodes may redirect back and forth until all know of the move
            await asyncio.sleep(PAUSE)
        request.redirected = isinstance(error, Elsewhere)
        if isinstance(error, Elsewhere):
            asking = self._follow_redirect(error.error)
        elif not isinstance(error, KeysMoving):
            await self.look_again()
        if request.answer.done():
            return
        if self._may_still(request):
            self._send(request, asking=asking)
        else:
            request.answer.set_exception(error)

    def _follow_redirect(self, error: AskError) -> Pipe | None:
        """Return the pipe to the node that must execute this one call.

        If the slot has moved for good, record the move and return None.
        """
        if not isinstance(error, MovedError):
            return self._pipe_to((error.host, error.port))
        self._slots.move(error.slot_id, (error.host, error.port))
        return None

    # ---------------------------------------------------------------- finding the node of a slot

    def pipe_of(self, slot: int) -> Pipe | None:
        """Return the pipe to the primary that serves a slot; return None if no such primary is known."""
        place = self.place_of(slot)
        return None if place is None else self._pipe_to(place)

    def _pipe_to(self, place: Place) -> Pipe:
        found = self._pipes.get(place)
        if found is None:
            found = self._pipes[place] = self._make(place)
        return found

    def place_of(self, slot: int) -> Place | None:
        """Return the last known address of the primary that serves a slot; return None if there is none."""
        return self._slots.primary_of(slot)

    async def primaries(self) -> list[Pipe]:
        """Discover the cluster's nodes again; return the pipes to its primaries.

        Refuses: StoreAway
        """
        await self._discover()
        return self.known_primaries()

    def known_primaries(self) -> list[Pipe]:
        """Return the pipes to all known primaries."""
        return [self._pipe_to(place) for place in self._slots.primaries]

    def replicas(self) -> list[Pipe]:
        """Return the pipes to all known replicas."""
        return [self._pipe_to(place) for place in self._slots.replicas]

    async def look_again(self) -> None:
        """Discover the cluster's nodes again, once for all callers that call this at the same time.

        If no node replies, keep the old map.
        """
        if self._closed:
            return
        if self._looking is None or self._looking.done():
            self._looking = self._loop.create_task(self._look())
        await asyncio.wait([self._looking])

    async def _look(self) -> None:
        await asyncio.sleep(self._looked + LOOK_SECONDS - self._loop.time())
        with contextlib.suppress(StoreAway):
            await self._discover()

    async def _discover(self) -> None:
        """Query one node after another for its map of slots, until every slot has a node.

        Rule:    AR-STORE-15
        Refuses: StoreAway if no node replies; the old map then stays in use
        """
        self._looked = self._loop.time()
        known = [*self._slots.primaries, *self._slots.replicas]
        random.shuffle(known)
        found, away = SlotMap(), StoreAway("no node of the cluster is known")
        for place in sorted(dict.fromkeys([*known, *self._address.hosts]), key=self._silent.__contains__):
            try:
                found = found.filled_by(parse_slots(await self._ask(place), asked=place))
            except StoreAway as error:
                away = error
            if found.whole:
                break
        if not found.primaries:
            raise StoreAway(str(away)) from away
        self._slots = found
        self._forget_all_but({*found.primaries, *found.replicas})

    async def _ask(self, place: Place) -> Any:  # noqa: ANN401 a node's reply
        """Query a node for its map of slots. Refuses: StoreAway."""
        pipe = self._asked.get(place)
        if pipe is None:
            pipe = self._asked[place] = self._make(place)
        self._silent.add(place)
        try:
            async with asyncio.timeout(ASK_SECONDS):
                found = await pipe.call("CLUSTER", "SLOTS")
        except TimeoutError:
            raise StoreAway(f"the node {place[0]}:{place[1]} does not answer") from None
        self._silent.discard(place)
        return found

    def _forget_all_but(self, known: set[Place]) -> None:
        """Disconnect from nodes that are no longer part of the cluster."""
        self._silent &= known
        for pipes in (self._pipes, self._asked):
            for place in pipes.keys() - known:
                self._spawn(pipes.pop(place).close())

    def away_for(self, slot: int) -> float:
        """Return how long the node of a slot has been unresponsive. Units: seconds."""
        pipe = self.pipe_of(slot)
        return 0.0 if pipe is None else pipe.away_for

    # ---------------------------------------------------------------- closing

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Wait for the calls in flight, and close every connection. Later calls fail."""
        self._closed = True
        if self._looking is not None:
            self._looking.cancel()
        while self._tasks:
            await asyncio.wait(self._tasks)
        await asyncio.gather(*(pipe.close() for pipe in (*self._pipes.values(), *self._asked.values())))


def _slot_of(command: RedisCommand) -> int:
    """Return the hash slot of a command's key. A command without a key goes to the node of slot 0."""
    if isinstance(command[0], PackedCommand):
        return key_slot(command[0].key)
    place = FUNCTION_KEY if command[0] == "FCALL" else 1
    if len(command) <= place:
        return 0
    key = command[place]
    return key_slot(key if isinstance(key, bytes) else str(key).encode())


def _retrieve_error(future: asyncio.Future[Any]) -> None:
    """Retrieve the exception of a future that no caller awaits, so that asyncio does not log it."""
    if not future.cancelled():
        future.exception()
