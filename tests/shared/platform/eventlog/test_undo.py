"""Undo in the event log.

All replicas have the same stream, whatever each has cached, folded or stored.
"""

from __future__ import annotations

import asyncio
import gc
from itertools import product
from typing import Any, Final

import pytest

from shared.kernel.messages import Command
from shared.kernel.refusals import NoSuchProposal
from shared.kernel.stream import AgreeToUndo, ProposeUndo, Stream
from shared.platform.eventlog import Appended, Ask, Bounds, EventLog, Idempotency, StoreConnection
from shared.platform.eventlog.asks import MOST_MOMENTS
from shared.platform.eventlog.writing.waiting import WaitingRequest
from tests.support.logs import SEALER, everything, verify_chain
from tests.support.undo_toy import SEATS, SHELF, Box, OpenShelf, Put, Shelf

NEVER: Final = 10**9
OPENING: Final = OpenShelf(seats=SEATS)
CONSENT: Final = OpenShelf(seats=SEATS, undo="by consent")
Log = EventLog[Shelf]


def log_of(
    connection: StoreConnection, *, snapshots: int = NEVER, page: int = 250, ruleset: str = "toy 1"
) -> Log:  # fmt: skip
    """Create a log of the toy game, as a replica has it. With another `ruleset`, it ignores stored snapshots."""
    bounds = Bounds(snapshot_every=snapshots, page_commits=page)
    return EventLog(connection, SHELF, SEALER, ruleset=ruleset, bounds=bounds)


@pytest.fixture
def stream(name: str) -> str:
    """Return the name of a stream of the toy game that no other test uses."""
    return f"toy.shelf:{name.rpartition(':')[2]}"


async def send(
    log: Log, stream: str, command: Command, seat: str = "ann", *, key: str | None = None
) -> Appended[Shelf]:
    """Send a command as the app."""
    named = None if key is None else Idempotency(key=key, fingerprint="same")
    return await log.submit(stream, Ask(command=command, seat=seat, by="key:app", idempotency=named))


async def open_stream(log: Log, stream: str, opening: Command = OPENING) -> None:
    """Open a stream."""
    await log.open(stream, "tenant", Ask(command=opening, seat="gm", by="key:app"))


async def put(log: Log, stream: str, times: int) -> list[int]:
    """Put things on the shelf; return the version after each."""
    return [(await send(log, stream, Put())).last for _ in range(times)]


async def alike(connection: StoreConnection, log: Log, stream: str) -> Stream[Shelf]:
    """Assert that a replica with an empty cache reads the same stream, from a snapshot or by pages; return it."""
    here = await log.load(stream)
    for page, ruleset in product((1, 3, 250), ("toy 1", "toy 2")):
        anew = await log_of(connection, page=page, ruleset=ruleset).load(stream)
        assert (anew.stream, anew.head) == (here.stream, here.head)
    verify_chain(await everything(log, stream))
    return here.stream


@pytest.mark.rule("AR-UNDO-01")
async def test_an_undo_is_decided_on_the_cached_states(connection: StoreConnection, stream: str) -> None:
    """A replica decides one undo after another without reading from the store again."""
    log = log_of(connection)
    await open_stream(log, stream)
    versions = await put(log, stream, 6)
    for to in reversed(versions[:-1]):
        await send(log, stream, ProposeUndo(to=to))
    assert (await alike(connection, log, stream)).game == Shelf(made=6, things=("thing-1",))


@pytest.mark.rule("AR-UNDO-01")
@pytest.mark.parametrize("snapshots", [2, NEVER])
async def test_an_undo_beyond_the_cached_states_reads_the_past(
    connection: StoreConnection, stream: str, snapshots: int
) -> None:
    """If the cache does not have an old state that an undo restores, the replica folds that state from the log."""
    log = log_of(connection, snapshots=snapshots)
    await open_stream(log, stream)
    versions = await put(log, stream, MOST_MOMENTS + 10)
    await send(log, stream, ProposeUndo(to=versions[3]))
    await put(log, stream, 2)
    other = log_of(connection, snapshots=snapshots)
    await send(other, stream, ProposeUndo(to=versions[1]))
    assert (await alike(connection, other, stream)).game.things == ("thing-1", "thing-2")
    assert (await alike(connection, log, stream)).game.things == ("thing-1", "thing-2")


@pytest.mark.rule("AR-SERVER-10")
async def test_an_undo_beyond_the_cached_states_leaves_nothing(connection: StoreConnection, stream: str) -> None:
    """A request that first lacks an old state, and the states of the stream then, are freed without a collection."""
    log = log_of(connection)
    await open_stream(log, stream)
    gc.collect()
    gc.disable()
    try:
        before = waiting_requests()
        for _ in range(4):
            versions = await put(log, stream, MOST_MOMENTS + 4)
            await send(log, stream, ProposeUndo(to=versions[0]))
        await asyncio.sleep(0)
        assert waiting_requests() == before
    finally:
        gc.enable()


def waiting_requests() -> int:
    """Count the requests to a log that exist in this process."""
    return sum(isinstance(one, WaitingRequest) for one in gc.get_objects())


@pytest.mark.rule("AR-UNDO-01")
async def test_replicas_follow_each_other_s_undos(connection: StoreConnection, stream: str) -> None:
    """While one replica undoes and another appends, each folds the other's commits, however far an undo goes back."""
    first, second = log_of(connection), log_of(connection)
    await open_stream(first, stream)
    versions = await put(first, stream, 3)
    await second.load(stream)
    versions += await put(first, stream, MOST_MOMENTS + 4)
    await send(first, stream, ProposeUndo(to=versions[1]))
    await put(second, stream, 1)
    await send(second, stream, ProposeUndo(to=versions[0]))
    await put(first, stream, 1)
    assert (await alike(connection, first, stream)).game.things == ("thing-1", f"thing-{len(versions) + 2}")
    assert (await second.load(stream)).stream == (await first.load(stream)).stream


@pytest.mark.rule("AR-UNDO-01")
async def test_past_versions_stay_as_they_were(connection: StoreConnection, stream: str) -> None:
    """Every undone version can still be read with the state that it had."""
    log = log_of(connection, snapshots=3, page=4)
    await open_stream(log, stream)
    seen: dict[int, Shelf] = {}
    for turn in range(12):
        done = await send(log, stream, Put())
        seen[done.last] = done.stream_after.game
        if turn % 3 == 2:
            done = await send(log, stream, ProposeUndo(to=done.last - 2))
            seen[done.last] = done.stream_after.game
    cold = log_of(connection, page=4)
    for version, state in seen.items():
        assert (await cold.at(stream, version)).stream.game == state


@pytest.mark.rule("AR-UNDO-08")
async def test_consent_is_given_on_another_replica(connection: StoreConnection, stream: str) -> None:
    """A seat may consent to a proposed undo on any replica. If it sends its consent twice, the undo happens once."""
    first, second = log_of(connection), log_of(connection)
    await open_stream(first, stream, CONSENT)
    versions = await put(first, stream, 3)
    await send(first, stream, Box(beside="bob"))
    number = (await send(first, stream, ProposeUndo(to=versions[0]))).last
    await send(second, stream, AgreeToUndo(proposal=number), "bob")
    done, again = await asyncio.gather(
        *(send(log, stream, AgreeToUndo(proposal=number), "gm", key="once") for log in (first, second))
    )
    assert {done.replayed, again.replayed} == {False, True}
    assert (done.last, done.events) == (again.last, again.events)
    assert done.stream_after == again.stream_after
    assert (await alike(connection, second, stream)).game.things == ("thing-1",)
    with pytest.raises(NoSuchProposal):
        await send(first, stream, AgreeToUndo(proposal=number), "bob")


@pytest.mark.rule("AR-UNDO-08")
async def test_a_move_and_an_undo_at_the_same_time_are_decided_in_turn(
    connection: StoreConnection, stream: str
) -> None:
    """If a move and an undo arrive at the same time, the log decides one after the other, and all replicas agree."""
    first, second = log_of(connection), log_of(connection)
    await open_stream(first, stream)
    for turn in range(8):
        versions = await put(first, stream, 2)
        asked: Any = [send(first, stream, ProposeUndo(to=versions[0])), send(second, stream, Put())]
        await asyncio.gather(*asked[:: 1 if turn % 2 else -1], return_exceptions=True)
        await alike(connection, first, stream)
