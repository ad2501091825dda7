"""The clock passes for seats of a match if the match's settings allow that, and does not read other matches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import pytest

from services.gateway.processes.due import DueWatcher
from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.agreement import due
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.opening import OpenMatch
from services.tcg.chapters.setup import ChooseFirst, Mulligan
from services.tcg.chapters.turn import EndStep
from services.tcg.chapters.windows import Pass
from services.tcg.game import match
from services.tcg.settings import MatchSettings
from services.tcg.state.match import Match
from shared.kernel.game import SeatAsk
from shared.kernel.messages import Command
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import Ask, EventLog, StoreConnection, now_ms
from shared.platform.feed import Pointer
from shared.platform.queue import Clock, DueStreams
from shared.platform.seal import Keys
from tests.jobs.clocks import watch_feed
from tests.support.logs import everything

pytestmark = pytest.mark.store

SEATS: Final = ("ann", "bob")


class Table:
    """A match in a store of its own, with the parts that serve the match's clock."""

    def __init__(self, connection: StoreConnection, folder: Path) -> None:
        """Connect to the store."""
        self.connection = connection
        self.log: EventLog[Match] = EventLog(connection, match, Keys.open(folder / "keys.json").sealer, ruleset="tcg 1")
        self.streams = DueStreams(connection, "tcg")

    async def begin(self, name: str, **settings: Any) -> str:  # noqa: ANN401 fields of the settings
        """Open a match and play to its first turn; return its stream's name."""
        stream = f"tcg.match:{name}"
        asked = tuple(SeatAsk(seat=seat) for seat in SEATS)
        opening = OpenMatch(seats=asked, settings=MatchSettings(**settings))
        await self.log.open(stream, "tenant", Ask(command=opening, seat="gm", by="key:app"))
        for seat, deck in zip(SEATS, ("lantern", "tide"), strict=True):
            await self.send(stream, seat, SubmitDeck(deck=DECKS[deck]))
        while (state := await self.state(stream)).stage == "setup":
            for seat, decision in state.decisions.items():
                first = decision.kind == "choose_first"
                await self.send(stream, seat, ChooseFirst(choice="first") if first else Mulligan(keep=decision.options))
        return stream

    async def send(self, stream: str, seat: str, command: Command) -> None:
        """Send a seat's command."""
        await self.log.submit(stream, Ask(command=command, seat=seat, by=f"seat:{seat}@0", role="player"))

    async def state(self, stream: str) -> Match:
        """Return the match's current state."""
        return (await self.log.load(stream)).stream.game

    async def until_due(self, stream: str) -> Match:
        """Pass and end steps for the players until an automatic pass is pending; return the match."""
        while due(state := await self.state(stream)) is None:
            ((seat, decision),) = state.decisions.items()
            await self.send(stream, seat, Pass() if decision.kind == "respond" else EndStep())
        return state

    async def watch(self) -> DueWatcher:
        """Watch the feed until every entry has been handled; return the stopped watcher."""
        return await watch_feed(self.log, lambda _: None)


@pytest.fixture
async def table(durable_store: EmbeddedStore, tmp_path: Path) -> AsyncIterator[Table]:
    """Return a table on the test's own store."""
    connection = await StoreConnection.open(durable_store.url)
    yield Table(connection, tmp_path)
    await connection.close()


@pytest.mark.rule("TC-RUL-157", "AR-CLOCK-02")
async def test_the_clock_passes_once_the_wait_is_over(table: Table) -> None:
    """The dispatcher indexes the stream under the end of the wait, and at that time the clock passes for the seat."""
    stream = await table.begin("itself", auto_pass="nothing_else")
    state = await table.until_due(stream)
    step = due(state)
    assert step is not None
    ((seat, decision),) = state.decisions.items()
    await table.watch()
    ((name, at),) = [(stream, int(float(await table.connection.send("ZSCORE", "arbiter:clock:due:tcg", stream))))]
    assert (stream, step.at) == (name, at)

    await asyncio.sleep(max(0.0, (step.at - now_ms()) / 1000))
    assert await Clock(table.log).advance(stream) in ("done", "later")
    commits = [commit.record.public for commit in await everything(table.log, stream)]
    assert any(b'"PassByItself"' in one and b'"by":"clock"' in one for one in commits)
    assert decision.number not in [one.number for one in (await table.state(stream)).decisions.values()]
    assert seat in SEATS


@pytest.mark.rule("TC-RUL-157", "AR-CLOCK-02")
async def test_a_match_in_which_players_pass_themselves_is_read_once(table: Table) -> None:
    """The dispatcher reads a match without automatic passing only once, because none of its steps ever becomes due."""
    stream = await table.begin("by-hand")
    watcher = await table.watch()
    seen = watcher._seen[stream]
    later = seen.version + 1
    await watcher._handle(Pointer(number=1, stream=stream, first=later, last=later))

    assert await table.connection.send("ZSCORE", "arbiter:clock:due:tcg", stream) is None
    assert (seen, False) == (watcher._seen[stream], seen.needs_clock)
