"""Seats of computer players, on a real store.

The clock finds these seats, and plays a match to its end without requests.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import msgspec
import pytest
from msgspec.structs import replace

from services.tcg.catalogue.starter import DECKS
from services.tcg.chapters.agreement import OfferDraw, SetStops
from services.tcg.chapters.decks import SubmitDeck
from services.tcg.chapters.opening import OpenMatch
from services.tcg.chapters.setup import ChooseFirst, Mulligan
from services.tcg.game import match
from services.tcg.state.match import Match
from shared.kernel.causes import Chain
from shared.kernel.game import SeatAsk
from shared.kernel.legal import legal
from shared.kernel.messages import ChatSetting, Command
from shared.kernel.stream import AppointPlayer, Close, DismissPlayer, SendChat, Stream
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import Ask, EventLog, StaleVersion, StoreConnection
from shared.platform.eventlog.reading.listing import Wanted
from shared.platform.queue import Clock, DueStreams
from shared.platform.queue.house import PACE, House
from shared.platform.seal import Keys
from tests.jobs.clocks import watch_feed
from tests.support.logs import everything, verify_chain

pytestmark = pytest.mark.store

SEATS: Final = ("ann", "bob")


class Table:
    """A match in a store of its own, with the parts that serve the match's clock."""

    def __init__(self, connection: StoreConnection, folder: Path) -> None:
        """Connect to the store."""
        self.connection, self._folder = connection, folder
        self.log = self.another_log()
        self.streams = DueStreams(connection, "tcg")

    def another_log(self) -> EventLog[Match]:
        """Return the log as another process would open it."""
        sealer = Keys.open(self._folder / "keys.json").sealer
        return EventLog(self.connection, match, sealer, ruleset="tcg 1")

    async def begin(self, name: str = "m", *, chat: ChatSetting = "off") -> str:
        """Open a match in which no seat is asked in response windows; return its stream's name."""
        stream = f"tcg.match:{name}"
        opening = OpenMatch(seats=tuple(SeatAsk(seat=seat) for seat in SEATS), chat=chat)
        await self.log.open(stream, "tenant", Ask(command=opening, seat="gm", by="key:app"))
        for seat in SEATS:
            await self.send(stream, seat, SetStops(windows=()))
        return stream

    async def send(self, stream: str, seat: str, command: Command, by: str = "") -> None:
        """Send a seat's command."""
        await self.log.submit(stream, Ask(command=command, seat=seat, by=by or f"seat:{seat}@0"))

    async def appoint(self, stream: str, *seats: str, player: str = "greedy") -> None:
        """Appoint computer players to seats, as a server does."""
        for seat in seats:
            await self.streams.note_house(stream)
            await self.send(stream, seat, AppointPlayer(seat=seat, player=player))

    async def now(self, stream: str) -> Stream[Match]:
        """Return the stream's current state."""
        return (await self.log.load(stream)).stream

    async def watch(self) -> list[str]:
        """Watch the feed until every entry has been handled; return the streams sent to the clock."""
        sent: list[str] = []
        await watch_feed(self.log, sent.append)
        return sent


@pytest.fixture
async def table(durable_store: EmbeddedStore, tmp_path: Path) -> AsyncIterator[Table]:
    """Return a table on the test's own store."""
    connection = await StoreConnection.open(durable_store.url)
    yield Table(connection, tmp_path)
    await connection.close()


async def run_clock(table: Table, stream: str) -> None:
    """Run the clock on a stream until no step is due."""
    clock = Clock(table.log)
    while (said := await clock.advance(stream)) == "more":
        pass
    assert said == "done"


@pytest.mark.rule("AR-HOUSE-04", "TC-PLAY-05")
async def test_computer_players_play_a_whole_match(table: Table) -> None:
    """Computer players can take both seats, submit starter decks and play to the end.

    The log verifies and names them.
    """
    stream = await table.begin()
    await table.appoint(stream, "ann")
    await table.appoint(stream, "bob", player="random")
    assert await table.watch() == [stream]
    await run_clock(table, stream)
    now, commits = await table.now(stream), await everything(table.log, stream)
    assert (now.closed, now.game.stage) == (True, "finished")
    assert verify_chain(commits) == (await table.log.load(stream)).head
    intents = [msgspec.json.decode(commit.record.public)["intent"] for commit in commits]
    turns = [one for one in intents if one["by"].startswith("player:")]
    assert {("ann", "player:greedy@tcg 1"), ("bob", "player:random@tcg 1")} == {
        (one["seat"], one["by"]) for one in turns
    }
    assert len(turns) == len({one["id"] for one in turns})
    assert {"SubmitDeck"} == {one["command"]["type"] for one in turns[:2]}


@pytest.mark.rule("AR-HOUSE-04")
async def test_a_computer_player_waits_for_a_person(table: Table) -> None:
    """A computer player acts only for its own seat, and continues once the person in the other seat has acted."""
    stream = await table.begin()
    await table.appoint(stream, "bob")
    await run_clock(table, stream)
    assert [False, True] == [(await table.now(stream)).game.players[seat].ready for seat in SEATS]
    await table.send(stream, "ann", SubmitDeck(deck=DECKS["tide"]))
    assert await table.watch() == [stream]
    await run_clock(table, stream)
    decisions = (await table.now(stream)).game.decisions
    assert ["ann"] == [*decisions]


@pytest.mark.rule("AR-CAUSE-03", "AR-CHAT-05")
async def test_no_turn_of_a_computer_player_is_caused_by_chat(table: Table) -> None:
    """A chat message before a computer player's turn does not become its cause.

    The chain of causes still leads from the appointment to the turn.
    """
    stream = await table.begin(chat="on")
    appointing = Ask(command=AppointPlayer(seat="bob", player="greedy"), seat="bob", by="seat:bob@0")
    done = await table.log.submit(stream, replace(appointing, chain=Chain(correlation="evening")))
    line = Ask(command=SendChat(text="Your turn."), seat="ann", by="seat:ann@0", chain=Chain(correlation="chat"))
    await table.log.submit(stream, line)
    turn = await House(table.log).turn(await table.now(stream), "bob")

    assert turn.chain == Chain(correlation="evening").after(stream, done.last)


@pytest.mark.rule("AR-HOUSE-08")
async def test_a_strength_decides_how_much_a_player_tries(table: Table) -> None:
    """A computer player uses the strength that its appointment names. Two processes choose the same turn."""
    stream = await table.begin()
    for seat in SEATS:
        await table.send(stream, seat, AppointPlayer(seat=seat, player="search", strength=1))
    clock = Clock(table.log)
    while not (now := await table.now(stream)).game.turn:
        assert await clock.advance(stream) == "more"
    seat, *_ = now.game.decisions
    turns = [await House(table.another_log()).turn(now, seat) for _ in range(2)]
    assert turns[0].command == turns[1].command
    assert {turn.by.partition("@")[0] for turn in turns} == {"player:search"}


@pytest.mark.rule("AR-HOUSE-04", "AR-HOUSE-03")
async def test_a_seat_taken_back_is_left_alone(table: Table) -> None:
    """If a person has taken the seat back, a late task of the clock does nothing."""
    stream = await table.begin()
    await table.appoint(stream, "bob")
    await table.send(stream, "bob", DismissPlayer(seat="bob"))
    version = (await table.now(stream)).version
    await run_clock(table, stream)
    assert version == (await table.now(stream)).version


@pytest.mark.rule("AR-HOUSE-04")
async def test_a_turn_that_was_chosen_twice_is_taken_once(table: Table) -> None:
    """If two processes choose the same turn at the same version, the log refuses the second one as stale."""
    stream = await table.begin()
    await table.appoint(stream, "bob")
    now = await table.now(stream)
    first, second = [await House(table.another_log()).turn(now, "bob") for _ in range(2)]
    assert (first.command, first.id, first.expected) == (second.command, second.id, now.version)
    await table.log.submit(stream, first)
    with pytest.raises(StaleVersion):
        await table.log.submit(stream, second)


@pytest.mark.rule("AR-HOUSE-04")
async def test_a_stream_without_computer_players_is_not_followed(table: Table) -> None:
    """The dispatcher reads a match once, and reads it again only after a computer player is appointed to it."""
    stream = await table.begin()
    assert not await table.watch()
    assert not await table.streams.has_house(stream)
    await table.appoint(stream, "ann")
    assert await table.watch() == [stream]


@pytest.mark.rule("AR-HOUSE-04")
async def test_a_stream_with_computer_players_is_followed_until_its_end(table: Table) -> None:
    """A server registers a stream with computer players when it first sees it, for example after a restore.

    It removes the stream from the register once the stream is closed.
    """
    stream = await table.begin()
    await table.send(stream, "bob", AppointPlayer(seat="bob", player="greedy"))
    assert await table.watch() == [stream]
    assert await table.streams.has_house(stream)
    await table.send(stream, "bob", Close(), by="key:app")
    assert not await table.watch()
    assert not await table.streams.has_house(stream)


@pytest.mark.rule("TC-PLAY-01", "AR-HOUSE-04")
async def test_a_process_that_starts_late_chooses_the_same_turn(table: Table) -> None:
    """A process that has followed the match and a process that folds it all at once choose the same turn."""
    stream = await table.begin()
    for seat, deck in zip(SEATS, ("lantern", "tide"), strict=True):
        await table.send(stream, seat, SubmitDeck(deck=DECKS[deck]))
    await table.appoint(stream, *SEATS)
    followed, turns = House(table.log), 0
    while turns < 40 and (now := await table.now(stream)).game.decisions:
        seat = next(iter(now.game.decisions))
        ask = await followed.turn(now, seat)
        assert ask.command == (await House(table.another_log()).turn(now, seat)).command
        await table.log.submit(stream, ask)
        turns += 1
    assert turns >= 10


@pytest.mark.rule("AR-HOUSE-05")
@pytest.mark.parametrize(("seats", "waits"), [(("bob",), True), (SEATS, False)], ids=["against a person", "alone"])
async def test_the_time_of_a_turn_is_rounded_up(
    table: Table, monkeypatch: pytest.MonkeyPatch, seats: tuple[str, ...], *, waits: bool
) -> None:
    """If a person has another seat, a computer player waits until the next full tenth of a second.

    Otherwise it plays at once.
    """
    stream = await table.begin()
    await table.appoint(stream, *seats)
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr("shared.platform.queue.house.asyncio.sleep", pause)
    await House(table.log).turn(await table.now(stream), "bob")
    assert bool(pauses) is waits
    assert all(0 < seconds <= PACE for seconds in pauses)


@pytest.mark.rule("TC-PLAY-05")
async def test_a_computer_player_answers_no_draw_offer(table: Table) -> None:
    """A computer player leaves a draw offer open until the next command of the player who made the offer."""
    stream = await table.begin()
    for seat, deck in zip(SEATS, ("lantern", "tide"), strict=True):
        await table.send(stream, seat, SubmitDeck(deck=DECKS[deck]))
    await table.appoint(stream, "bob")
    while [*(await table.now(stream)).game.decisions] != ["ann"]:
        await run_clock(table, stream)
        await ann_answers(table, stream)
    await table.send(stream, "ann", OfferDraw())
    await run_clock(table, stream)
    offer = (await table.now(stream)).game.offer
    assert offer is not None
    assert [*offer.open] == ["bob"]


async def ann_answers(table: Table, stream: str) -> None:
    """Answer ann's decision about the mulligan or the first turn, if she has one."""
    decision = (await table.now(stream)).game.decisions.get("ann")
    if decision is not None and decision.kind in ("mulligan", "choose_first"):
        first = decision.kind == "choose_first"
        command = ChooseFirst(choice="first") if first else Mulligan(keep=decision.options)
        await table.send(stream, "ann", command)


@pytest.mark.rule("AR-HOUSE-02", "AR-LIST-02")
async def test_a_computer_players_seat_is_listed_with_its_player(table: Table) -> None:
    """The legal list of a computer player's seat has no commands of the game. The list of streams names the player."""
    stream = await table.begin()
    await table.appoint(stream, "bob")
    now = await table.now(stream)
    allowed = {one.command for one in legal(match, now, "bob", "player").allowed}
    assert allowed == {"AppointPlayer", "DismissPlayer", "RotateToken", "AddSalt"}
    assert "SubmitDeck" in {one.command for one in legal(match, now, "ann", "player").allowed}
    (listed,) = (await table.log.list("tenant", wanted=Wanted(seat="bob"), limit=5)).streams
    assert listed.listing.players == {"bob": "greedy"}


@pytest.mark.rule("AR-CLOCK-04", "AR-HOUSE-04")
async def test_a_match_of_computer_players_leaves_the_clock_to_others(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match of computer players waits for other streams once its share of time is used up.

    Even if that share is 0, the clock still carries out one of its commands.
    """
    stream = await table.begin()
    await table.appoint(stream, *SEATS)
    before = (await table.now(stream)).version
    monkeypatch.setattr("shared.platform.queue.clock.HOUSE_SLICE_SECONDS", 0.0)
    assert await Clock(table.log).advance(stream) == "more"
    commits = [commit for commit in await everything(table.log, stream) if commit.version > before]
    assert len(commits) == 1
