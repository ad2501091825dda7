"""A toy campaign with public dice from a real dice table; the tests do the server's work between the two in memory."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Final, Protocol

from services.dice.chapters.table import OpenTable
from services.dice.game import table
from services.dice.state import TableState
from shared.kernel.audit import NO_TABLE, Report, Table, audit
from shared.kernel.chance import Tape
from shared.kernel.chapter import judge
from shared.kernel.context import Context, Intent
from shared.kernel.game import Game, SeatAsk, whole_state
from shared.kernel.game_parts import Secrecy, Undoing
from shared.kernel.messages import Command, Event, Seat, UndoSetting
from shared.kernel.replay import LogReader, log_reader_of
from shared.kernel.stream import (
    LendDice,
    Lending,
    LentDice,
    LentRoll,
    LuckSource,
    NeedsDice,
    OpeningWithLuck,
    RecordForm,
    Stream,
    TrialDice,
    carry_out,
    seed_tape,
    tape_for,
)
from tests.support import kept_toy
from tests.support.journal import KEY, RULESET, Journal
from tests.support.kept_toy import SEATS, Cup, Draw, Values


class OpenLuckyCup(OpeningWithLuck, frozen=True, kw_only=True):
    """Open a cup whose dice may come from a dice table."""


@judge
def open_lucky_cup(ctx: Context[Cup], _: OpenLuckyCup) -> None:
    """Start with an empty cup."""


LUCKY: Final = Game[Cup](
    service="toy",
    kind="lucky",
    plural="luckies",
    state=Cup,
    chapters=(sys.modules[__name__], kept_toy),
    view=whole_state,
    secrecy=Secrecy(has_hidden_draws=lambda state: state.hidden > 0),
    undoing=Undoing(default="by consent"),
)


class Lender(Protocol):
    """A stream that lends dice."""

    stream: Stream[Any]

    def rolls_for(self, stream: str) -> Sequence[LentRoll]:
        """Return the rolls for a campaign that the campaign has not used yet."""
        ...

    def send(
        self, command: Command, seat: str = "gm", faces: Values | None = None, *, by: str | None = None
    ) -> tuple[Event, ...]:
        """Carry out a command."""
        ...


class DiceTable(Journal[TableState]):
    """A real dice table."""

    def __init__(self, *, seed: int = 100, undo: UndoSetting = "never") -> None:
        """Open a table for a game master and a player."""
        seats = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"))
        super().__init__(table, OpenTable(seats=seats, undo=undo), seed=seed)

    def rolls_for(self, stream: str) -> Sequence[LentRoll]:
        """Return the rolls for a campaign that the campaign has not used yet."""
        return self.stream.lent.get(stream, Lending()).rolls


class LuckyCup(Journal[Cup]):
    """A stream of the toy campaign, whose public dice come from a table."""

    def __init__(self, at: Lender, *, name: str = "one", undo: UndoSetting = "by consent", seed: int = 1) -> None:
        """Open a stream for a game master, two players and a spectator."""
        self.table = at
        source = LuckSource(table=at.stream.id)
        super().__init__(LUCKY, OpenLuckyCup(seats=SEATS, undo=undo, luck=source), seed=seed, name=name)

    def tape_of(self, intent: Intent) -> Tape:
        """Return a tape of the table's rolls that are not used yet."""
        return tape_for(self.stream, intent, self._fresh, LentDice(self.free()))

    def free(self) -> Sequence[LentRoll]:
        """Return the table's rolls for this stream that are not used yet."""
        luck = self.stream.luck
        return [roll for roll in self.table.rolls_for(self.stream.id) if luck is not None and luck.is_free(roll.number)]

    def send(
        self, command: Command, seat: str = "gm", faces: Values | None = None, *, by: str | None = None
    ) -> tuple[Event, ...]:
        """Send a command as a server does: if the command needs dice, the table rolls them first."""
        try:
            return super().send(command, seat, faces, by=by)
        except NeedsDice:
            self.lend(command, seat)
            return super().send(command, seat, faces, by=by)

    def lend(self, command: Command, seat: str = "ann") -> None:
        """Make the table roll the dice that a command needs, and stop before the campaign decides the command."""
        luck, held = self.stream.luck, self.stream.seats[seat]
        assert luck is not None
        lending = self.table.stream.lent.get(self.stream.id, Lending())
        dice = TrialDice(self.free(), seed_tape(self.table.stream), first=lending.count)
        intent = Intent(
            id="trial", seat=seat, role=held.role, at=self.now, by=f"seat:{seat}@{held.epoch}", command=command
        )  # fmt: skip
        tape = tape_for(self.stream, intent, self._fresh, dice)
        carry_out(self.rules, self.stream, intent, tape, form=RecordForm(ruleset=RULESET, key=KEY), past=self.memory)
        self.table.send(
            LendDice(
                stream=self.stream.id, version=self.stream.version, dice=tuple(dice.wanted), next=luck.next,
                unused=luck.unused,
            ),
            "clock", by=f"stream:{self.stream.id}",
        )  # fmt: skip

    def draw(self, command: Draw | None = None, seat: Seat = "ann") -> Values:
        """Send a draw, and return the drawn values."""
        return kept_toy.values_of(self.send(command or Draw(), seat))

    def back(self, to: int, seat: Seat = "ann") -> None:
        """Undo to an earlier version, with the consent of all seats that are asked."""
        kept_toy.go_back(self, to, seat)


def reader_for(stream: str) -> LogReader[Any] | None:
    """Return the reader of the toy campaign's logs and of dice tables' logs."""
    games: dict[str, Game[Any]] = {LUCKY.name: LUCKY, table.name: table}
    return log_reader_of(games[stream.partition(":")[0]])


def audit_cup(cup: LuckyCup, lines: Sequence[bytes] | None = None, at: Table = NO_TABLE) -> Report:
    """Audit a toy campaign's log, together with its table's log if it is given."""
    return audit(cup.lines() if lines is None else lines, reader_for=reader_for, table=at)
