"""Borrowing dice: a stream takes its public dice rolls from a dice table, which commits the rolls first.

No call can append to two streams. Therefore the table rolls first, in a commit that names the borrowing stream, and
then the log decides the command with these rolls. If the second append never happens, the rolls stay unused on the
table, and the next draw of the same kind uses them (`shared/kernel/stream/lending.py`). Before the table rolls, a dry
run finds out which dice the command needs, and whether it would be refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

from msgspec import UNSET, Struct
from msgspec.structs import replace

from shared.kernel.game import Game
from shared.kernel.refusals import NoTableForDice, Refusal, StreamIsOver, TableIsGone
from shared.kernel.stream import (
    LendDice,
    Lending,
    LentRoll,
    NeedsDice,
    OpeningWithLuck,
    Stream,
    check_table,
    refusal_of_borrower,
    seat_of_the_clock,
)
from shared.platform.eventlog.asks import Appended, Ask, Snapshot, Stored
from shared.platform.eventlog.refusals import StaleVersion, StreamBusy, StreamErased, StreamUnknown
from shared.platform.eventlog.writing.judging import Judge
from shared.platform.processes.games import game_named
from shared.platform.ruleset import ruleset_of

S = TypeVar("S")
MakeLog = Callable[[Game[Any], str], "Log[Any]"]
"""A function that creates the event log of a game, given the name of the game's rules."""


class Log(Protocol[S]):
    """The methods of an event log that borrowing needs."""

    @property
    def ruleset(self) -> str:
        """Return the name of the rules in force."""
        ...

    async def load(self, stream: str) -> Snapshot[S]:
        """Return the current state of a stream."""
        ...

    async def submit(self, stream: str, ask: Ask) -> Appended[S]:
        """Decide a command and append its events."""
        ...

    async def tenant_of(self, stream: str) -> str:
        """Return the app that owns a stream."""
        ...

    async def close(self) -> None:
        """Wait until every waiting command has a response."""
        ...

    def commits(self, stream: str, until: int) -> AsyncIterator[Sequence[Stored]]:
        """Yield the commits up to a version, page by page."""
        ...

    def opens(self, stream: Stream[S]) -> bool:
        """Return whether every seat may read the stream's whole log."""
        ...


class Offer(Protocol[S]):
    """A function that passes a command to the writer of its stream, together with rolls of a dice table."""

    def __call__(self, stream: str, ask: Ask, *, rolls: Sequence[LentRoll]) -> asyncio.Future[Appended[S]]:
        """Pass a command and rolls to the writer; return the future of the response."""
        ...


class TableLog(Struct, frozen=True):
    """A dice table's commits, the name of its game's current rules, and whether everyone may read its whole log."""

    commits: Sequence[Stored] = ()
    ruleset: str = ""
    opened: bool = False


class Borrowed(Struct, frozen=True):
    """The rolls that a table has made for a stream and that are still unused, and the time of the table's last roll.

    Units:   at in milliseconds UTC
    """

    rolls: Sequence[LentRoll] = ()
    at: int = 0


NO_TABLE: Final = TableLog()
FIT: Final = "an open dice table of this app that takes nothing back, and that does not close by itself"


class Borrowing(Generic[S]):
    """The part of a log that borrows dice for its streams."""

    def __init__(self, log: Log[S], judge: Judge[S], make: MakeLog, *, deadline: float) -> None:
        """Set up borrowing for the streams of `log`. `make` creates the logs of tables. Units: deadline in seconds."""
        self._log, self._judge, self._make, self._deadline = log, judge, make, deadline
        self._tables: Final[dict[str, Log[Any]]] = {}
        self._locks: Final[WeakValueDictionary[str, asyncio.Lock]] = WeakValueDictionary()

    async def hold_table(self, ask: Ask, tenant: str, stream: str) -> Ask:
        """Check the dice table that an opening command names.

        If it cannot lend dice, set the refusal in the returned command.

        Rule:    AR-LUCK-01
        """
        luck = ask.command.luck if isinstance(ask.command, OpeningWithLuck) else UNSET
        if luck is UNSET:
            return ask
        unfit = NoTableForDice(needs=FIT, has=luck.table, field="luck")
        there = await self._fit_table(luck.table, tenant)
        refusal = unfit if there is None else refusal_of_borrower(there, stream)
        if there is None or refusal is not None:
            return replace(ask, unfounded=refusal)
        return replace(ask, not_before=there.at)

    async def _fit_table(self, table: str, tenant: str) -> Stream[Any] | None:
        """Return a dice table if it can lend dice to an app's streams; return None if it cannot."""
        if await self._log.tenant_of(table) != tenant:
            return None
        try:
            log = await self._log_of(table)
            there = (await log.load(table)).stream
            game = game_named(table.partition(":")[0])
            fits = check_table(game, there, tenant=tenant) and not game.timing.ends_by_itself(there.game)
        except (LookupError, StreamUnknown, StreamErased):
            return None
        return there if fits else None

    async def refusal_to_roll(self, now: Snapshot[S], ask: Ask) -> Refusal | None:
        """Return the refusal if a command needs dice that its stream's dice table cannot roll; otherwise return None.

        Rule:    AR-LUCK-05
        """
        luck = now.stream.luck
        if luck is None:
            return None
        rolls: Sequence[LentRoll] = ()
        refusal: Refusal | None = TableIsGone(needs="an open table", has=luck.table)
        with suppress(StreamUnknown, StreamErased):
            table = (await (await self._log_of(luck.table)).load(luck.table)).stream
            rolls = table.lent.get(now.stream.id, Lending()).rolls
            refusal = refusal if table.closed else refusal_of_borrower(table, now.stream.id)
        return refusal if refusal is not None and self._judge.lacks_dice(ask, now, rolls) else None

    async def submit(self, stream: str, ask: Ask, offer: Offer[S]) -> Appended[S]:
        """Submit a command that needs dice from its stream's table.

        Rule:    AR-LUCK-02, AR-LUCK-03
        Refuses: TableIsGone, LentToEnough, StreamBusy, and all refusals of the log
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._deadline
        async with self._locks.setdefault(stream, asyncio.Lock()):
            while True:
                borrowed = await self._borrow(stream, ask)
                if borrowed is not None:
                    after = replace(ask, not_before=borrowed.at)
                    with suppress(NeedsDice):  # another server was first, and the command now needs other dice
                        return await offer(stream, after, rolls=borrowed.rolls)
                if loop.time() >= deadline:
                    raise StreamBusy

    async def _borrow(self, stream: str, ask: Ask) -> Borrowed | None:
        """Let a stream's table roll the dice that a command still lacks; return all unused rolls for the stream.

        Return None if another roll on the table came first, because the table would now roll other faces.

        Refuses: TableIsGone, LentToEnough, and all refusals of the command
        """
        now = await self._log.load(stream)
        luck = now.stream.luck
        if luck is None:
            return Borrowed()
        log, gone = await self._log_of(luck.table), TableIsGone(needs="an open table", has=luck.table)
        try:
            table = (await log.load(luck.table)).stream
        except (StreamUnknown, StreamErased):
            raise gone from None
        found = self._judge.dice_for(ask, now, table)
        if not found.wanted:
            return Borrowed(found.rolls, table.at)
        command = LendDice(
            stream=stream, version=now.version, dice=tuple(found.wanted), next=luck.next, unused=luck.unused
        )  # fmt: skip
        lend = Ask(
            command=command, seat=seat_of_the_clock(table), by=f"stream:{stream}", role="clock",
            id=f"lend:{stream}:{found.first}", expected=table.version, exactly=True,
            chain=None if ask.chain is None else ask.chain.after(stream, now.version), not_before=now.stream.at,
        )  # fmt: skip
        try:
            done = await log.submit(luck.table, lend)
        except StaleVersion:
            return None
        except (StreamIsOver, StreamUnknown, StreamErased):
            raise gone from None
        rolls = [roll for roll in done.stream_after.lent[stream].rolls if luck.is_free(roll.number)]
        return Borrowed(rolls, done.stream_after.at)

    async def table_of(self, stream: Stream[S]) -> TableLog:
        """Return the log of a stream's dice table.

        It is empty if the stream has no table, or if the table was erased.
        """
        if stream.luck is None:
            return NO_TABLE
        try:
            log = await self._log_of(stream.luck.table)
            there = await log.load(stream.luck.table)
            commits = [one async for page in log.commits(stream.luck.table, there.version) for one in page]
        except (StreamUnknown, StreamErased):
            return NO_TABLE
        return TableLog(commits, log.ruleset, log.opens(there.stream))

    async def close(self) -> None:
        """Close the logs of the tables."""
        await asyncio.gather(*(log.close() for log in self._tables.values()))

    async def _log_of(self, table: str) -> Log[Any]:
        """Return the log of a table's game.

        The first call for a game loads the game, in a thread. Refuses: LookupError.
        """
        name = table.partition(":")[0]
        if name not in self._tables:
            game, ruleset = await asyncio.to_thread(_rules_of, name)
            self._tables.setdefault(name, self._make(game, ruleset))
        return self._tables[name]


def _rules_of(name: str) -> tuple[Game[Any], str]:
    game = game_named(name)
    return game, ruleset_of(game.service)
