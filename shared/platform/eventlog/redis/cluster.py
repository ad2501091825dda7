"""The calls of one process to a cluster: a pipe for each node, and each call goes to the node of its key's slot.

Which node has which slot is asked of the nodes (`cluster_slots`). A call that surely has not happened is sent again,
until its time is over: where its slot has gone to another node (MOVED), while its keys are on their way there (ASK,
TRYAGAIN), and while a primary is down and another takes its place. A call whose outcome is unknown is never sent again
here.
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
from shared.platform.eventlog.redis.cluster_slots import SlotMap, slots_told
from shared.platform.eventlog.redis.pipe import PackedCommand, Pipe, RedisCommand, Word
from shared.platform.eventlog.redis.replies import Elsewhere, KeysMoving, NotPrimary, Unanswered
from shared.platform.eventlog.redis.servers import Place
from shared.platform.eventlog.refusals import StoreAway, StoreRefuses

PAUSE: Final = 0.03
LOOK_SECONDS: Final = 0.2
"""How often the cluster is discovered afresh at most, while something is amiss."""
NOT_DONE: Final = {StoreAway, StoreRefuses, Elsewhere, KeysMoving, NotPrimary}
"""What says that a call has not happened, and may succeed elsewhere or later."""
FUNCTION_KEY: Final = 3
"""Where the first key of a function's call stands; that of a command is the word after its name."""


class _Request(Struct, eq=False):
    """A call, until when it may be sent again, and where its answer goes."""

    command: RedisCommand
    writes: bool
    slot: int
    until: float
    answer: asyncio.Future[Any]
    pipe: Pipe | None = None
    redirected: bool = False


class ClusterPipes:
    """Stands where one server's pipe does. Every command has its key as its first word, or is a call of a function."""

    def __init__(
        self, address: StoreAddress, make: Callable[[Place], Pipe], *, answer_within: float
    ) -> None:  # fmt: skip
        """Take some of the nodes, and how to make a pipe to any."""
        self._address: Final = address
        self._make: Final = make
        self._within: Final = answer_within
        self._loop: Final = asyncio.get_running_loop()
        self._slots = SlotMap()
        self._pipes: dict[Place, Pipe] = {}
        self._asked: dict[Place, Pipe] = {}
        """Pipes on which nodes are asked who has what: there no call waits for replicas."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._looking: asyncio.Task[None] | None = None
        self._looked = -LOOK_SECONDS
        self._closed = False

    # ---------------------------------------------------------------- calls

    def call(self, *command: Word, writes: bool = False) -> asyncio.Future[Any]:
        """Send a command to the node of its key, with the others of this turn.

        Refuses: StoreAway (in the future)
        """
        request = _Request(
            command, writes, _slot_of(command), self._loop.time() + self._within, self._loop.create_future()
        )
        if self._closed:
            request.answer.set_exception(StoreAway("the connection to the store is closed"))
        else:
            self._send(request)
        return request.answer

    def _send(self, request: _Request, *, asking: Pipe | None = None) -> None:
        """Send a request to its node, or to one that is asked for it while its keys are on their way there."""
        pipe = asking or self.pipe_of(request.slot)
        request.pipe = pipe
        if pipe is None:
            self._spawn(self._again(request, StoreAway(f"no node has slot {request.slot}")))
            return
        if asking is not None:
            pipe.call("ASKING").add_done_callback(_noticed)
        pipe.call(*request.command, writes=request.writes).add_done_callback(lambda sent: self._settle(request, sent))

    def _settle(self, request: _Request, sent: asyncio.Future[Any]) -> None:
        """Hand over an answer, or send the request again where nothing has happened."""
        if sent.cancelled() or request.answer.done():
            _noticed(sent)
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
        """Whether a request may be sent again: not once its time is over, nor where its node is known to be away."""
        away = request.pipe is not None and request.pipe.away_for > self._within
        return not self._closed and not away and self._loop.time() < request.until

    async def _again(self, request: _Request, error: StoreAway) -> None:
        """Find out where a request belongs now, and send it there while there is time."""
        asking = None
        if request.redirected or not isinstance(
            error, Elsewhere
        ):  # nodes may send back and forth, until all have heard
            await asyncio.sleep(PAUSE)
        request.redirected = isinstance(error, Elsewhere)
        if isinstance(error, Elsewhere):
            asking = self._redirected(error.error)
        elif not isinstance(error, KeysMoving):
            await self.look_again()
        if request.answer.done():
            return
        if self._may_still(request):
            self._send(request, asking=asking)
        else:
            request.answer.set_exception(error)

    def _redirected(self, error: AskError) -> Pipe | None:
        """Take note that a slot has moved; return the pipe to who is to be asked for it while it is still moving."""
        if not isinstance(error, MovedError):
            return self._pipe_to((error.host, error.port))
        self._slots.move(error.slot_id, (error.host, error.port))
        return None

    # ---------------------------------------------------------------- which node

    def pipe_of(self, slot: int) -> Pipe | None:
        """Return the pipe to the primary of a slot; none where no node is known to have it."""
        place = self.place_of(slot)
        return None if place is None else self._pipe_to(place)

    def _pipe_to(self, place: Place) -> Pipe:
        found = self._pipes.get(place)
        if found is None:
            found = self._pipes[place] = self._make(place)
        return found

    def place_of(self, slot: int) -> Place | None:
        """Return where the primary of a slot is, as far as is known."""
        return self._slots.primary_of(slot)

    async def primaries(self) -> list[Pipe]:
        """Discover the cluster afresh; return the pipes to its primaries.

        Refuses: StoreAway
        """
        await self._discover()
        return self.known_primaries()

    def known_primaries(self) -> list[Pipe]:
        """Return the pipes to the primaries that are known."""
        return [self._pipe_to(place) for place in self._slots.primaries]

    def replicas(self) -> list[Pipe]:
        """Return the pipes to the replicas that are known."""
        return [self._pipe_to(place) for place in self._slots.replicas]

    async def look_again(self) -> None:
        """Discover the cluster afresh, once for all who want it at once; where nobody answers what was known stays."""
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
        """Ask one node after another who has what, until each slot has its node.

        Refuses: StoreAway, where none answers; then what was known stays
        """
        self._looked = self._loop.time()
        known = [*self._slots.primaries, *self._slots.replicas]
        random.shuffle(known)
        found, away = SlotMap(), StoreAway("no node of the cluster is known")
        for place in dict.fromkeys([*known, *self._address.hosts]):
            try:
                found = found.filled_by(slots_told(await self._ask(place), asked=place))
            except StoreAway as error:
                away = error
            if found.whole:
                break
        if not found.primaries:
            raise StoreAway(str(away)) from away
        self._slots = found
        self._forget_all_but({*found.primaries, *found.replicas})

    async def _ask(self, place: Place) -> Any:  # noqa: ANN401 what a node answers
        """Refuses: StoreAway."""
        pipe = self._asked.get(place)
        if pipe is None:
            pipe = self._asked[place] = self._make(place)
        return await pipe.call("CLUSTER", "SLOTS")

    def _forget_all_but(self, known: set[Place]) -> None:
        """Hang up on nodes that are none any more."""
        for pipes in (self._pipes, self._asked):
            for place in pipes.keys() - known:
                self._spawn(pipes.pop(place).close())

    def away_for(self, slot: int) -> float:
        """Return for how long the node of a slot has not answered. Units: seconds."""
        pipe = self.pipe_of(slot)
        return 0.0 if pipe is None else pipe.away_for

    # ---------------------------------------------------------------- the end

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Let what is in flight finish, and close every connection. Whoever calls after that opens none anew."""
        self._closed = True
        if self._looking is not None:
            self._looking.cancel()
        while self._tasks:
            await asyncio.wait(self._tasks)
        await asyncio.gather(*(pipe.close() for pipe in (*self._pipes.values(), *self._asked.values())))


def _slot_of(command: RedisCommand) -> int:
    """Return the slot of a command's key; a command without one goes to whoever has slot 0."""
    if isinstance(command[0], PackedCommand):
        return key_slot(command[0].key)
    place = FUNCTION_KEY if command[0] == "FCALL" else 1
    if len(command) <= place:
        return 0
    key = command[place]
    return key_slot(key if isinstance(key, bytes) else str(key).encode())


def _noticed(future: asyncio.Future[Any]) -> None:
    """Look at a refusal nobody waits for."""
    if not future.cancelled():
        future.exception()
