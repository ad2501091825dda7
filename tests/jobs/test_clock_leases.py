"""Leases of the clock: which clock process holds a stream, and until when."""

from __future__ import annotations

import pytest

from shared.platform.eventlog import now_ms
from shared.platform.queue import DueStreams, clock, due_streams
from shared.platform.queue.due_streams import Hold
from tests.jobs.clocks import HOUR, Works
from tests.support.bells import Wind
from tests.support.clockwork import open_tower, send_command, state_of

pytestmark = pytest.mark.store


async def test_the_earliest_indexed_time_counts(works: Works) -> None:
    """If a stream is indexed for two times, the sweep finds it at the earlier one.

    So a clock may come too early, but never too late.
    """
    await works.streams.put_down("one", now_ms() - 5)
    await works.streams.put_down("one", now_ms() + HOUR)

    assert await works.streams.list_waiting() == ["one"]


async def test_a_step_indexed_during_a_lease_stays(works: Works, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one clock holds the lease of a stream, no other clock takes the stream.

    After the lease is released, the sweep finds a step that was indexed in the meantime.
    """
    await works.streams.put_down("one", now_ms())
    hold = await works.streams.take("one")
    assert hold is not None
    assert await works.streams.take("one") is None
    await works.streams.put_down("one", now_ms() - 1)
    assert await works.streams.list_waiting() == []
    await works.streams.let_go(hold)
    assert await works.streams.list_waiting() == ["one"]
    assert await works.streams.take("one") is not None
    assert await works.index() == {"due": [], "held": ["one"]}
    monkeypatch.setattr(due_streams, "now_ms", lambda: now_ms() + due_streams.HELD_MS)
    assert await works.streams.list_waiting() == ["one"]  # the clock with the lease has died
    assert await works.index() == {"due": ["one"], "held": []}


@pytest.mark.rule("AR-CLOCK-02")
async def test_a_clock_with_an_expired_lease_cannot_release_another_s(
    works: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock whose lease has expired can neither renew nor release the lease that another clock now holds."""
    await works.streams.put_down("one", now_ms())
    silent = await works.streams.take("one")
    assert silent is not None
    monkeypatch.setattr(due_streams, "now_ms", lambda: now_ms() + due_streams.HELD_MS)
    assert await works.streams.list_waiting() == ["one"]
    other = await works.streams.take("one")
    assert other is not None
    assert await works.streams.renew(silent) is None
    await works.streams.let_go(silent)

    assert await works.index() == {"due": [], "held": ["one"]}  # the other may die now: its lease expires
    await works.streams.let_go(other)
    assert await works.index() == {"due": [], "held": []}


@pytest.mark.rule("AR-CLOCK-02")
async def test_two_sweeps_of_an_expired_lease_leave_a_new_lease_alone(
    works: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow sweep of an expired lease leaves a newer lease alone.

    The newer lease was granted after another sweep had found the same stream.
    """
    await works.streams.put_down("one", now_ms())
    assert await works.streams.take("one")
    monkeypatch.setattr(due_streams, "now_ms", lambda: now_ms() + due_streams.HELD_MS)
    slow, put_down = DueStreams(works.connection, "bells"), works.streams.put_down

    async def taken_meanwhile(stream: str, at: int) -> None:
        await put_down(stream, at)
        assert await works.streams.list_waiting() == ["one"]
        assert await works.streams.take("one")

    monkeypatch.setattr(slow, "put_down", taken_meanwhile)
    assert await slow.list_waiting() == []
    assert (await works.index())["held"] == ["one"]


@pytest.mark.rule("AR-CLOCK-02")
async def test_a_clock_that_lost_its_lease_stops(works: Works, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that loses its lease stops before the next step, and indexes the stream in case the new holder fails."""
    monkeypatch.setattr(clock, "HELD_MS", 0)  # renews before every step
    name = await open_tower(works.log, "a")
    await send_command(works.log, name, Wind(strikes=100))
    await works.streams.put_down(name, now_ms())
    renew, calls = works.hand.streams.renew, []

    async def renew_until_lost(hold: Hold, for_ms: int | None = None) -> Hold | None:
        calls.append(hold)
        if len(calls) == 3:
            await works.connection.send("ZADD", "arbiter:clock:held:bells", now_ms() + HOUR, name)
        return await renew(hold, for_ms)

    monkeypatch.setattr(works.hand.streams, "renew", renew_until_lost)
    assert await works.hand.advance(name) == "held"
    assert (await state_of(works.log, name)).struck == 1
    assert await works.index() == {"due": [name], "held": [name]}
