"""Many subscribers of one table.

Each gets only what it may read, and the server reads the store once for all of them.
"""

import asyncio
from contextlib import ExitStack

import httpx
import pytest

from services.gateway.processes.running import Running
from shared.platform.http.streams.broadcast import frames_of
from shared.platform.http.waking import AT_ONCE, Waker
from tests.support.http import CLOSE, NDJSON, Table, roll, with_store
from tests.support.listeners import Listener, heard_by

EACH = 4


@pytest.fixture
def crowd(table: Table) -> list[Listener]:
    """Create several listeners for each seat and for the app; one of them listens from the first event on."""
    here = table.version
    seats = (None, "gm", "ann", "bob", "eve")
    return [Listener(table, "bob", 0), *(Listener(table, seat, here) for seat in seats for _ in range(EACH))]


def test_each_listener_gets_what_its_seat_may_see(table: Table, crowd: list[Listener]) -> None:
    """Every seat and the app receive the same events as in their pages, including the secrets that they may read."""
    here = table.version
    with ExitStack() as stack:
        coming = heard_by(crowd, stack)
        for _ in range(3):
            table.done(roll("3d6"), seat="ann")
            table.done(roll("1d100", secret=True), seat="bob")
        before = table.version
        pages = {seat: table.get("/events", seat=seat).json()["items"] for seat in {each.seat for each in crowd}}
        for listener in crowd:
            listener.await_version(before)  # the end of the stream shows the secret rolls to everyone
        table.done(CLOSE)
        heard = [events.result() for events in coming]

    secrets = {
        seat: [item["data"] for item in items if "audience" in item["data"].get("outcomes", ())]
        for seat, items in pages.items()
    }
    assert [] == [seat for seat in ("ann", "eve") if any("value" in each["outcomes"] for each in secrets[seat])]
    assert all("value" in each["outcomes"] for each in secrets["bob"])
    for listener, events in zip(crowd, heard, strict=True):
        versions = [int(event["id"]) for event in events]
        first = 0 if listener.seat == "bob" and versions[0] == 1 else here
        assert versions == list(range(first + 1, before + 3))
        assert [event["data"] for event in events if int(event["id"]) <= before] == pages[listener.seat][first:]


def test_the_store_is_read_once_for_all_listeners(table: Table, crowd: list[Listener]) -> None:
    """A command causes as many calls to the store with many listeners as with few."""
    with ExitStack() as stack:
        coming = heard_by(crowd, stack)
        table.done(roll("2d6"), seat="ann")
        before = _calls(table.server)
        for _ in range(5):
            table.done(roll("2d6"), seat="ann")
        after = _calls(table.server)
        table.done(CLOSE)
        for events in coming:
            events.result()

    assert after - before < 5 * len(crowd)


def _calls(server: Running) -> int:
    """Return how often the store has run Arbiter's functions."""
    stats = with_store(server, lambda redis: redis.info("commandstats"))
    return sum(int(stats[name]["calls"]) for name in ("cmdstat_fcall", "cmdstat_fcall_ro") if name in stats)


def test_a_replaced_token_ends_its_own_streams_only(table: Table, crowd: list[Listener]) -> None:
    """Listeners with ann's old token receive nothing after the token is replaced.

    All other listeners receive everything.
    """
    here = table.version
    with ExitStack() as stack:
        coming = heard_by(crowd, stack)
        old = dict(table.as_seat("gm"))
        assert table.app.post(f"{table.path}/seats/ann/token").status_code == 201
        table.app.post(f"{table.path}/commands", json={"command": roll("2d6")}, headers=old)
        table.done(CLOSE)
        heard = [events.result() for events in coming]

    last = {each.seat: events[-1]["event"] if events else "" for each, events in zip(crowd, heard, strict=True)}
    assert last["ann"] == ""
    assert {last[seat] for seat in (None, "gm", "bob", "eve")} == {"arbiter.dice.StreamClosed"}
    assert here < table.version


# ---------------------------------------------------------------- how events are sent


def test_a_subscriber_gets_the_events_after_its_version() -> None:
    """A subscriber whose version is inside a batch gets the rest of that batch.

    A subscriber with an earlier version gets the whole batch.
    """
    frames = frames_of([(version, "kind", b"%d" % version) for version in (5, 6, 7)])

    assert [3, 2, 1, 0] == [frames.after(version).count(b"data:") for version in (3, 5, 6, 7)]
    assert frames.after(6) == b"id: 7\nevent: kind\ndata: 7\n\n"


async def test_other_tasks_run_while_many_listeners_are_woken() -> None:
    """Each turn of the event loop wakes a limited number of listeners, so other tasks run before all are awake."""
    waker, loop = Waker(), asyncio.get_running_loop()
    waiting = [loop.create_future() for _ in range(3 * AT_ONCE)]
    awake: list[int] = []

    async def other() -> None:
        while not waiting[-1].done():
            awake.append(sum(future.done() for future in waiting))
            await asyncio.sleep(0)

    await asyncio.gather(waker.wake(waiting), other())

    assert all(future.done() for future in waiting)
    assert {AT_ONCE, 2 * AT_ONCE} <= set(awake)


# ---------------------------------------------------------------- exports


def test_an_export_that_cannot_be_finished_is_cut_off(table: Table) -> None:
    """If the store lacks the rest of a log, the server cuts the connection.

    A reader cannot mistake a part of the log for the complete log.
    """
    for _ in range(105):
        table.done(roll("1d4"))
    whole = table.get("/events", headers=NDJSON).content
    last = table.version
    key = f"{{p0}}:e:{table.opened['stream']}"
    with_store(table.server, lambda redis: redis.xdel(key, f"{last}-0"))

    assert whole.count(b"\n") == 106
    with pytest.raises(httpx.RemoteProtocolError):
        table.get("/events", headers=NDJSON)
