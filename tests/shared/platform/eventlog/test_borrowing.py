"""Dice from a dice table, with a real store.

Each roll of the table is used once, whichever server stops and however many servers work at the same time.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import msgspec
import pytest
from msgspec import Struct

from services.dice.chapters.rolls import Roll, RollAsk
from services.dice.chapters.table import OpenTable
from services.dice.game import table
from services.dice.notation.notation import Notation
from services.dice.state import TableState
from shared.kernel.audit import Table, audit
from shared.kernel.game import Opening, SeatAsk
from shared.kernel.messages import Command, UndoSetting
from shared.kernel.record import export_line
from shared.kernel.refusals import NoTableForDice, SeatUnknown, TableIsGone
from shared.kernel.stream import Close, LentRoll, LuckSource, SendChat
from shared.platform.eventlog import (
    Appended,
    Ask,
    Bounds,
    EventLog,
    Idempotency,
    StaleVersion,
    StoreConnection,
    now_ms,
)
from shared.platform.eventlog.writing.waiting import StreamOpening
from shared.platform.ruleset import ruleset_of
from tests.support.kept_toy import SEATS, Cup, Draw, Pass
from tests.support.lending_toy import LUCKY, OpenLuckyCup, reader_for
from tests.support.logs import SEALER

TENANT: Final = "evening"
UNHURRIED: Final = Bounds(deadline=120)
HOUR_MS: Final = 3_600_000


class Stopped(Exception):
    """The error that replaces the second append, as if the server had stopped."""


class StoppingLog(EventLog[Cup]):
    """The log of a server that stops after the table has rolled and before the campaign's decision."""

    def _offer(
        self, stream: str, ask: Ask, opening: StreamOpening | None, *, moments: Any = (), rolls: Sequence[LentRoll] = ()  # noqa: ANN401
    ) -> asyncio.Future[Appended[Cup]]:  # fmt: skip
        if rolls:
            raise Stopped
        return super()._offer(stream, ask, opening, moments=moments)


class InterruptedLog(EventLog[TableState]):
    """The log of a dice table that is interrupted just before the table rolls for a campaign for the first time."""

    interruption: Callable[[str], Awaitable[object]]
    asked = 0

    async def submit(self, stream: str, ask: Ask) -> Appended[TableState]:
        """Run the interruption before the first request, and then submit the request."""
        self.asked += 1
        if self.asked == 1:
            await self.interruption(stream)
        return await super().submit(stream, ask)


def server(connection: StoreConnection, kind: type[EventLog[Cup]] = EventLog) -> EventLog[Cup]:
    """Create a server's log of campaigns of the toy game."""
    return kind(connection, LUCKY, SEALER, ruleset="lucky 1", bounds=UNHURRIED)


def dice_server(connection: StoreConnection, kind: type[EventLog[TableState]] = EventLog) -> EventLog[TableState]:
    """Create a server's log of dice tables."""
    return kind(connection, table, SEALER, ruleset=ruleset_of("dice"), bounds=UNHURRIED)


def request_of(command: Command, seat: str = "ann", *, key: str = "", expected: int | None = None) -> Ask:
    """Return a request of a seat."""
    idempotency = Idempotency(key=key, fingerprint=type(command).__name__) if key else None
    by = "key:app" if isinstance(command, Opening) else f"seat:{seat}@0"
    return Ask(command=command, seat=seat, by=by, idempotency=idempotency, expected=expected)


class Evening(Struct, frozen=True):
    """A dice table, and a campaign that uses its dice."""

    connection: StoreConnection
    table: str
    cup: str

    async def lines(self, name: str) -> list[bytes]:
        """Return the export of the table or of the campaign."""
        log: EventLog[Any] = dice_server(self.connection) if name == self.table else server(self.connection)
        now = await log.load(name)
        return [
            export_line(stored.record, stored.head, None, opened=now.stream.closed)
            async for page in log.commits(name, now.version)
            for stored in page
        ]

    async def times(self, name: str) -> list[int]:
        """Return the times of all commits of the table or of a campaign."""
        return [msgspec.json.decode(line)["public"]["intent"]["at"] for line in await self.lines(name)]

    async def draws(self) -> list[dict[str, Any]]:
        """Return all draws of the campaign."""
        forms = [msgspec.json.decode(line) for line in await self.lines(self.cup)]
        return [draw for form in forms for draw in form["public"]["draws"]]

    async def rolls(self) -> list[list[int]]:
        """Return the faces of all rolls that the table made for campaigns."""
        forms = [msgspec.json.decode(line) for line in await self.lines(self.table)]
        events = [event for form in forms for event in form["public"]["events"] if event["type"] == "DiceLent"]
        return [roll["faces"] for event in events for roll in event["rolls"]]


def interrupt(log: EventLog[Cup], interruption: Callable[[str], Awaitable[object]]) -> InterruptedLog:
    """Set an interruption between a server's dry run and the table's roll; return the server's log of tables."""
    tables = dice_server(log.connection, InterruptedLog)
    assert isinstance(tables, InterruptedLog)
    tables.interruption = interruption
    log.luck._tables["dice.table"] = tables
    return tables


async def open_table(connection: StoreConnection, *, tenant: str = TENANT, undo: UndoSetting = "never") -> str:
    """Open a dice table whose seats may chat."""
    name = table.stream_name(secrets.token_hex(8))
    opening = OpenTable(seats=(SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann")), undo=undo, chat="on")
    await dice_server(connection).open(name, tenant, request_of(opening, "gm"))
    return name


async def open_cup(log: EventLog[Cup], at: str, *, key: str = "", name: str = "") -> str:
    """Open a campaign that uses the dice of a table."""
    name = name or LUCKY.stream_name(secrets.token_hex(8))
    opening = OpenLuckyCup(seats=SEATS, undo="by consent", luck=LuckSource(table=at))
    await log.open(name, TENANT, request_of(opening, "gm", key=key))
    return name


@pytest.fixture
async def evening(connection: StoreConnection) -> Evening:
    """Open a dice table and a campaign that uses its dice."""
    at = await open_table(connection)
    return Evening(connection, at, await open_cup(server(connection), at))


@pytest.mark.rule("AR-LUCK-03")
async def test_a_server_that_stops_between_both_appends_gives_no_reroll(evening: Evening) -> None:
    """If a server stops after the table's roll, another server uses that roll for the next command with the same dice.

    This may be the same command or a different one.
    """
    for again in (Draw(times=2), Draw(), Draw()):
        if again.times > 1:
            stopping = server(evening.connection, StoppingLog)
            with pytest.raises(Stopped):
                await stopping.submit(evening.cup, request_of(Draw(times=2), key="once"))
        await server(evening.connection).submit(evening.cup, request_of(again, key="once" if again.times > 1 else ""))
    with pytest.raises(Stopped):
        await server(evening.connection, StoppingLog).submit(evening.cup, request_of(Draw(times=2)))
    await server(evening.connection).submit(evening.cup, request_of(Pass(), "bob"))
    for _ in range(2):
        await server(evening.connection).submit(evening.cup, request_of(Draw(), "bob"))

    draws, rolls = await evening.draws(), await evening.rolls()
    assert [draw["of"]["k"] for draw in draws] == [0, 1, 2, 3, 4, 5]
    assert [draw["faces"] for draw in draws] == rolls


@pytest.mark.rule("AR-LUCK-02", "AR-LUCK-03")
async def test_a_repeat_has_its_earlier_answer(evening: Evening) -> None:
    """A retry of a command with its idempotency key gets the first response, and the table does not roll again."""
    log = server(evening.connection)
    first, again = [await log.submit(evening.cup, request_of(Draw(), key="once")) for _ in range(2)]
    assert (again.replayed, again.last, again.events) == (True, first.last, first.events)
    assert len(await evening.rolls()) == 1


@pytest.mark.rule("AR-LUCK-03", "AR-LUCK-04")
async def test_many_servers_use_each_roll_once(evening: Evening) -> None:
    """While five servers use one campaign and a sixth uses the table, every roll is used exactly once.

    One audit proves both logs.
    """
    dice, beside = dice_server(evening.connection), server(evening.connection)
    other = await open_cup(beside, evening.table)

    async def play(log: EventLog[Cup]) -> None:
        for number in range(6):
            await log.submit(evening.cup, request_of(Draw(times=number % 3 + 1)))

    async def roll() -> None:
        for _ in range(10):
            await dice.submit(evening.table, request_of(Roll(rolls=(RollAsk(what=Notation(text="2d6")),))))
            await beside.submit(other, request_of(Draw()))

    logs = [server(evening.connection) for _ in range(5)]
    await asyncio.gather(*(play(log) for log in logs), roll())
    numbers = [draw["of"]["k"] for draw in await evening.draws()]
    assert len(numbers) == len(set(numbers)) == 5 * (1 + 2 + 3) * 2

    await logs[0].submit(evening.cup, request_of(Close(), "gm"))
    await dice.submit(evening.table, request_of(Close(), "gm"))
    at = Table(lines=await evening.lines(evening.table))
    report = audit(await evening.lines(evening.cup), reader_for=reader_for, table=at)
    assert report.proven, report
    assert report.luck is not None
    assert report.luck.shown == len(numbers)
    cold = await server(evening.connection).load(evening.cup)
    assert cold.stream == (await logs[0].load(evening.cup)).stream


@pytest.mark.rule("AR-LUCK-02", "AR-CHAT-05")
async def test_a_line_of_chat_on_the_table_comes_between(evening: Evening) -> None:
    """A chat line on the table changes the faces that follow.

    The server therefore decides the command again before the table rolls.
    """
    dice, log = dice_server(evening.connection), server(evening.connection)
    tables = interrupt(log, lambda name: dice.submit(name, request_of(SendChat(text="Good luck!"))))
    await log.submit(evening.cup, request_of(Draw()))
    assert tables.asked == 2
    assert len(await evening.rolls()) == 1


@pytest.mark.rule("AR-LUCK-05")
async def test_a_table_is_erased_right_before_it_rolls(evening: Evening) -> None:
    """If the table is erased right before its roll, the command is refused, and the campaign is unchanged."""
    dice, log = dice_server(evening.connection), server(evening.connection)
    interrupt(log, dice.erase)
    with pytest.raises(TableIsGone):
        await log.submit(evening.cup, request_of(Draw()))
    await log.submit(evening.cup, request_of(Pass()))


@pytest.mark.rule("AR-LUCK-02")
async def test_a_refused_command_rolls_nothing(evening: Evening) -> None:
    """A command with a stale version or for an unknown seat is refused before the table rolls."""
    log = server(evening.connection)
    with pytest.raises(StaleVersion):
        await log.submit(evening.cup, request_of(Draw(), expected=1))
    with pytest.raises(SeatUnknown):
        await log.submit(evening.cup, request_of(Draw(), "nobody"))
    assert await evening.rolls() == []


@pytest.mark.rule("AR-LUCK-05")
async def test_a_closed_table_rolls_no_more(evening: Evening) -> None:
    """After a table was closed, commands that need its dice are refused.

    Other commands and commands with entered faces are accepted.
    """
    log = server(evening.connection)
    with pytest.raises(Stopped):
        await server(evening.connection, StoppingLog).submit(evening.cup, request_of(Draw()))
    await dice_server(evening.connection).submit(evening.table, request_of(Close(), "gm"))
    await log.submit(evening.cup, request_of(Draw()))  # the roll that waits
    with pytest.raises(TableIsGone):
        await log.submit(evening.cup, request_of(Draw()))
    await log.submit(evening.cup, request_of(Pass()))
    entered = Ask(command=Draw(), seat="gm", by="seat:gm@0", faces=(4,))
    await log.submit(evening.cup, entered)
    assert [draw["source"] for draw in await evening.draws()] == ["lent", "table"]
    await dice_server(evening.connection).erase(evening.table)
    with pytest.raises(TableIsGone):
        await server(evening.connection).submit(evening.cup, request_of(Draw()))


@pytest.mark.rule("AR-BACKUP-03")
async def test_a_draw_is_never_earlier_than_the_roll_of_its_table(connection: StoreConnection) -> None:
    """A draw is never earlier than its table's roll, even if the clock of the server that rolled is an hour fast.

    A restore to a point in time therefore removes both or neither.
    """
    ahead = EventLog(
        connection, table, SEALER, ruleset=ruleset_of("dice"), bounds=UNHURRIED, clock=lambda: now_ms() + HOUR_MS
    )  # fmt: skip
    at, log = await open_table(connection), server(connection)
    cup = await open_cup(log, at)
    await ahead.submit(at, request_of(SendChat(text="Good luck!")))
    moment = now_ms() + HOUR_MS // 2
    await log.submit(cup, request_of(Pass()))
    await log.submit(cup, request_of(Draw()))
    evening, later = Evening(connection, at, cup), Evening(connection, at, await open_cup(log, at))
    (said, lent), (passed, drawn) = [(await evening.times(name))[-2:] for name in (at, cup)]

    assert passed < moment < said <= lent <= drawn
    assert lent <= (await later.times(later.cup))[0]


@pytest.mark.rule("AR-LUCK-01")
async def test_which_tables_an_opening_may_name(connection: StoreConnection) -> None:
    """An opening may name an open dice table that belongs to the same app and forbids undo.

    A retry of an opening gets its response even after the end of the table.
    """
    log, dice = server(connection), dice_server(connection)
    at = await open_table(connection)
    name = await open_cup(log, at, key="once", name=LUCKY.stream_name(secrets.token_hex(8)))
    others = [
        await open_table(connection, tenant="another"), await open_table(connection, undo="by consent"),
        "dice.table:none", "none.such:none",
    ]  # fmt: skip
    refused = []
    for other in others:
        with pytest.raises(NoTableForDice) as met:
            await open_cup(log, other)
        refused.append((met.value.needs, met.value.field))
    assert len(set(refused)) == 1
    await dice.submit(at, request_of(Close(), "gm"))
    with pytest.raises(NoTableForDice):
        await open_cup(log, at)
    await open_cup(log, at, key="once", name=name)
