"""The clock, which finds due steps, takes each once, and postpones those that it cannot take, on a real store.

The clock of these tests serves towers, which are streams of the toy game `bells` (see
`tests/support/bells.py`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from shared.kernel.game import SeatAsk
from shared.kernel.stream import Close
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import StoreConnection, Stored, now_ms
from shared.platform.queue import clock, due_streams
from shared.platform.queue.due_streams import Hold
from tests.jobs.clocks import HOUR, Sent, Works
from tests.support.bells import OPENING, How, Wind
from tests.support.clockwork import TowerLog, open_tower, rung, send_command, served, state_of, tower_log
from tests.support.logs import everything, together

pytestmark = pytest.mark.store


def intents(commits: Sequence[Stored]) -> list[dict[str, Any]]:
    """Return the intents in the log, as a reader outside the server can read them."""
    return [msgspec.json.decode(commit.record.public)["intent"] for commit in commits]


# ---------------------------------------------------------------- the dispatcher


@pytest.mark.rule("AR-CLOCK-02")
async def test_a_due_step_is_indexed_and_sent(works: Works) -> None:
    """The dispatcher sends a stream with a due step to the clock, and ignores streams without steps.

    It indexes a stream with a later step under the time of that step.
    """
    at_once, later, never = [await open_tower(works.log, name) for name in ("a", "b", "c")]
    await send_command(works.log, at_once, Wind(strikes=1))
    await send_command(works.log, later, Wind(strikes=1, at=now_ms() + HOUR))
    await send_command(works.log, never, Wind(strikes=0))
    sent = Sent()
    await works.watch(sent)

    assert sent.streams == [at_once]
    assert sorted((await works.index())["due"]) == [at_once, later]
    assert await works.streams.list_waiting() == []


@pytest.mark.rule("AR-CLOCK-02")
async def test_a_step_that_could_not_be_sent_is_found_by_the_sweep(
    works: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the broker is unavailable when a step becomes due, the dispatcher's next sweep finds the stream."""
    monkeypatch.setattr(due_streams, "SENT_MS", 0)
    name = await open_tower(works.log, "a")
    await send_command(works.log, name, Wind(strikes=1))
    sent = Sent()
    sent.away = True
    await works.watch(sent)

    assert await works.streams.list_waiting() == [name]


async def test_a_task_already_sent_is_not_resent_at_once(works: Works, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweep sends a stream again only after a while. A step that is due in an hour remains scheduled."""
    await works.streams.put_down("one", now_ms())
    await works.streams.put_down("two", now_ms() + HOUR)
    assert await works.streams.list_waiting() == ["one"]
    await works.streams.note_sent("one")
    assert await works.streams.list_waiting() == []
    monkeypatch.setattr(due_streams, "now_ms", lambda: now_ms() + due_streams.SENT_MS)
    assert await works.streams.list_waiting() == ["one"]


# ---------------------------------------------------------------- the clock


@pytest.mark.rule("AR-CLOCK-02")
async def test_steps_are_taken_one_after_the_other(works: Works) -> None:
    """The clock takes steps until none is due. Each step is a commit that an outsider can verify."""
    name = await open_tower(works.log, "a")
    await send_command(works.log, name, Wind(strikes=5))

    assert await works.hand.advance(name) == "done"
    assert (await state_of(works.log, name)).struck == 5
    ids = [intent["id"] for intent in intents(await everything(works.log, name))]
    assert ids[-5:] == [f"clock:{name}:{version}" for version in range(4, 9)]
    assert await works.index() == {"due": [], "held": []}
    assert await works.count("steps") == 5


@pytest.mark.rule("AR-CLOCK-01", "AR-CLOCK-02")
async def test_concurrent_clocks_take_each_step_once(works: Works, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clocks with expired leases that work on a stream at the same time together take each step once."""
    monkeypatch.setattr(due_streams, "HELD_MS", -1)
    name = await open_tower(works.log, "a")
    await send_command(works.log, name, Wind(strikes=100))
    hands = [works.another_clock() for _ in range(3)]

    assert await together(*(one.advance(name) for one in hands)) == ["done"] * 3
    asked_for = [intent["command"] for intent in intents(await everything(works.log, name))[2:]]
    assert asked_for == [{"type": "Strike", "number": number} for number in range(1, 101)]


@pytest.mark.rule("AR-CLOCK-02")
async def test_a_step_waits_for_its_time(works: Works) -> None:
    """A clock that receives a stream too early puts it back into the index.

    A cancelled step is removed from the index.
    """
    name = await open_tower(works.log, "a")
    await send_command(works.log, name, Wind(strikes=1, at=now_ms() + HOUR))

    assert await works.hand.advance(name) == "later"
    assert await works.index() == {"due": [name], "held": []}
    await send_command(works.log, name, Wind(strikes=0))
    assert await works.hand.advance(name) == "done"
    assert await works.index() == {"due": [], "held": []}
    assert (await state_of(works.log, name)).struck == 0


@pytest.mark.rule("AR-CLOCK-03")
@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("jammed", "BellJammed"),
        ("dumb", "StepStillDue Strike"),
        ("broken", "StepStillDue"),
        ("unclear", "ZeroDivision"),
    ],
)
async def test_a_step_that_cannot_be_taken_is_postponed(works: Works, how: How, said: str) -> None:
    """If a step is refused, changes nothing or fails, the clock logs it and retries after pauses that grow."""
    name, other = await open_tower(works.log, "a"), await open_tower(works.log, "b")
    await send_command(works.log, name, Wind(strikes=1, how=how))
    await send_command(works.log, other, Wind(strikes=1))
    pauses = []
    for _ in range(3):
        with capture_logs() as logged:
            assert await works.hand.advance(name) == "put off"
            assert await works.hand.advance(name) == "held"
        (line,) = [line for line in logged if line["event"] == "step_not_taken"]
        assert line["said"].startswith(said)
        pauses.append(line["again_in_ms"])
        await works.connection.send("ZADD", "arbiter:clock:held:bells", 0, name)  # the pause is over

    assert pauses == [2000, 4000, 8000]
    assert await works.hand.advance(other) == "done"
    assert await works.count("refused") == 3
    await send_command(works.log, name, Wind(strikes=1))
    assert await works.hand.advance(name) == "done"
    assert await works.connection.send("EXISTS", "arbiter:clock:refused:bells") == 0


async def test_a_pause_grows_to_five_minutes(works: Works) -> None:
    """The pause after failures grows to five minutes and no further."""
    assert [await works.streams.put_off(Hold("one")) for _ in range(10)][-3:] == [256_000, 300_000, 300_000]


@pytest.mark.rule("AR-CLOCK-04")
async def test_a_long_stream_frees_its_worker_for_others(works: Works, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the clock's time slice for a stream is over, it puts the stream back.

    A later sweep finds the remaining steps.
    """
    monkeypatch.setattr(clock, "SLICE_SECONDS", 0.002)
    name = await open_tower(works.log, "a")
    await send_command(works.log, name, Wind(strikes=100))

    assert await works.hand.advance(name) == "more"
    struck = (await state_of(works.log, name)).struck
    assert 0 < struck < 100
    assert await works.streams.list_waiting() == [name]
    while await works.hand.advance(name) == "more":
        pass
    assert (await state_of(works.log, name)).struck == 100
    assert await works.index() == {"due": [], "held": []}


@pytest.mark.rule("AR-CLOCK-05")
async def test_a_missing_stream_is_removed_from_the_index(works: Works) -> None:
    """The dispatcher removes a closed, erased or missing stream from the index."""
    closed, erased = await open_tower(works.log, "a"), await open_tower(works.log, "b")
    for name in (closed, erased):
        await send_command(works.log, name, Wind(strikes=1))
    await send_command(works.log, closed, Close())
    await works.log.erase(erased)
    sent = Sent()
    await works.watch(sent)
    assert sent.streams == []
    for name in (closed, erased, "bells.tower:never"):
        await works.streams.put_down(name, 0)

    assert [await works.hand.advance(name) for name in (closed, erased, "bells.tower:never")] == [
        "done",
        "gone",
        "gone",
    ]
    assert await works.index() == {"due": [], "held": []}


async def test_the_clock_never_uses_a_player_s_seat(works: Works) -> None:
    """If a player's seat is called `clock`, the clock acts under another name, and the log shows that name."""
    seats = (*OPENING.seats, SeatAsk(seat="clock"), SeatAsk(seat="clock-0"))
    name = await open_tower(works.log, "a", replace(OPENING, seats=seats))
    await send_command(works.log, name, Wind(strikes=1))

    assert await works.hand.advance(name) == "done"
    last = intents(await everything(works.log, name))[-1]
    assert (last["seat"], last["role"], last["by"]) == ("clock-1", "clock", "clock")


# ---------------------------------------------------------------- a clock and a dispatcher


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[EmbeddedStore, Path]]:
    """Run a clock process and a dispatcher on a store."""
    folder = tmp_path_factory.mktemp("serving")
    with (
        EmbeddedStore(folder / "store", durability="everysec") as store,
        served(folder, store, "clock", "dispatcher"),
    ):
        yield store, folder


@pytest.fixture
async def log(serving: tuple[EmbeddedStore, Path]) -> AsyncIterator[TowerLog]:
    """Connect to the event log of the test game `bells`, whose streams the clock process serves."""
    connection = await StoreConnection.open(serving[0].url, durability="relaxed")
    yield tower_log(connection, serving[1])
    await connection.close()


@pytest.mark.rule("AR-CLOCK-02")
async def test_a_clock_process_takes_due_steps(log: TowerLog) -> None:
    """A clock process takes a due step at once, and a later step at its time.

    This is so even if the step was first scheduled for a later time.
    """
    name = await open_tower(log, "a")
    await send_command(log, name, Wind(strikes=3))
    await rung(log, name, 3)
    await send_command(log, name, Wind(strikes=1, at=now_ms() + HOUR))
    due = now_ms() + 1500
    await send_command(log, name, Wind(strikes=1, at=due))
    await rung(log, name, 4)

    assert intents(await everything(log, name))[-1]["at"] >= due


@pytest.mark.rule("AR-CLOCK-04")
async def test_a_long_stream_does_not_delay_a_short_one(log: TowerLog) -> None:
    """The clock takes the single step of one stream before it has taken all of another stream's thousands of steps."""
    long, short = await open_tower(log, "long"), await open_tower(log, "short")
    await send_command(log, long, Wind(strikes=10_000))
    await rung(log, long, 100)
    await send_command(log, short, Wind(strikes=1))
    await rung(log, short, 1)
    struck = (await state_of(log, long)).struck
    await send_command(log, long, Wind(strikes=0))

    assert struck < 10_000
