"""A toy game for tests of undone draws. It has dice and shuffles, public or hidden, and its commands can fail."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.chapter import fold, judge, samples
from shared.kernel.context import Context, Intent
from shared.kernel.game import Game, SeatAsk, whole_state
from shared.kernel.game_parts import Secrecy, Undoing
from shared.kernel.messages import Command, Event, Seat, Secret, UndoSetting
from shared.kernel.samples import Sample, Samples
from shared.kernel.stream import AgreeToUndo, ProposeUndo, RecordForm, UndoProposed, carry_out
from tests.support.journal import KEY, RULESET, Journal

Values = tuple[int, ...]


class Hand(Struct, frozen=True):
    """The values of one hidden draw."""

    values: Values


class Cup(Struct, frozen=True, kw_only=True):
    """The results of draws: the public values, and the number of hidden ones."""

    shown: tuple[Values, ...] = ()
    hidden: int = 0
    passed: int = 0


class Draw(Command, frozen=True, kw_only=True):
    """Draw dice, or shuffle as many positions as there are dice; do this `times` times, each as a separate draw.

    `seats` limits the audience of the draw to these seats. `fails` makes the game raise an error after the draw.
    """

    counts_as = "move"

    purpose: str = "luck"
    sides: int = 6
    dice: int = 1
    times: int = 1
    shuffle: bool = False
    seats: tuple[str, ...] = ()
    fails: bool = False


class Pass(Command, frozen=True, kw_only=True):
    """Do nothing, without any draw."""

    counts_as = "move"


class Drawn(Event, frozen=True, kw_only=True):
    """A value that all seats see was drawn."""

    values: Values


class DrawnInSecret(Event, frozen=True, kw_only=True):
    """A value that only some seats see was drawn."""

    hand: Secret[Hand]


class Passed(Event, frozen=True, kw_only=True):
    """The command `Pass` was accepted."""


@judge
def draw(ctx: Context[Cup], command: Draw) -> None:
    """Draw dice, or shuffle positions."""
    audience = command.seats or None
    for _ in range(command.times):
        if command.shuffle:
            values = ctx.chance.shuffle(command.purpose, command.dice, audience=audience)
        else:
            values = ctx.chance.roll(command.purpose, command.sides, command.dice, audience=audience)
        if audience is None:
            ctx.emit(Drawn(values=values))
        else:
            ctx.emit(DrawnInSecret(hand=ctx.secret(Hand(values), audience)))
    if command.fails:
        raise RuntimeError


@judge
def pass_on(ctx: Context[Cup], _: Pass) -> None:
    """Accept the command without a draw."""
    ctx.emit(Passed())


@fold
def drawn(state: Cup, event: Drawn) -> Cup:
    """Store the drawn values."""
    return replace(state, shown=(*state.shown, event.values))


@fold
def drawn_in_secret(state: Cup, _: DrawnInSecret) -> Cup:
    """Count the hidden draw."""
    return replace(state, hidden=state.hidden + 1)


@fold
def passed(state: Cup, _: Passed) -> Cup:
    """Count the command."""
    return replace(state, passed=state.passed + 1)


@samples
def anything(state: Cup, seat: Seat) -> Samples[Draw | Pass]:  # noqa: ARG001
    """Offer one command of each type."""
    yield Sample(command=Draw())
    yield Sample(command=Pass())


CUP: Final = Game[Cup](
    service="toy",
    kind="cup",
    plural="cups",
    state=Cup,
    chapters=(sys.modules[__name__],),
    view=whole_state,
    secrecy=Secrecy(has_hidden_draws=lambda state: state.hidden > 0),
    undoing=Undoing(default="by consent"),
)
SEATS: Final = (
    SeatAsk(seat="gm", role="gm"),
    SeatAsk(seat="ann"),
    SeatAsk(seat="bob"),
    SeatAsk(seat="eve", role="spectator"),
)


def values_of(events: Sequence[Event]) -> Values:
    """Return the values that were drawn last."""
    last = events[-1]
    assert isinstance(last, Drawn | DrawnInSecret)
    return last.values if isinstance(last, Drawn) else last.hand.open().values


def go_back(cups: Journal[Cup], to: int, seat: Seat) -> None:
    """Undo to an earlier version, with the consent of all seats that are asked."""
    (event,) = cups.send(ProposeUndo(to=to), seat)
    assert isinstance(event, UndoProposed)
    for asked in event.asked:
        cups.send(AgreeToUndo(proposal=event.proposal), asked)


def fail(cups: Journal[Cup], command: Draw, seat: Seat) -> None:
    """Send a command that fails after its draws, and store the record that voids the draws."""
    held, number = cups.stream.seats[seat], len(cups.records)
    intent = Intent(id=f"i{number}", seat=seat, role=held.role, at=cups.now, by=f"seat:{seat}@0", command=command)
    form = RecordForm(ruleset=RULESET, key=KEY)
    decision = carry_out(cups.rules, cups.stream, intent, cups.tape_of(intent), form=form)
    assert isinstance(decision.settled.fault, RuntimeError)
    for written in decision.commits:
        cups.heads.append(written.record.head_after(cups.heads[-1]))
        cups.records.append(written.record)
    cups.stream = decision.settled.after
    cups.memory.note_after(cups.stream)


class Cups(Journal[Cup]):
    """A stream of the toy game, with short methods to draw and to undo."""

    def __init__(self, undo: UndoSetting = "by consent", *, seed: int = 1) -> None:
        """Open a stream for a game master, two players and a spectator."""
        super().__init__(CUP, CUP.opening(seats=SEATS, undo=undo), seed=seed)

    @property
    def version(self) -> int:
        """Return the version of the stream."""
        return self.stream.version

    def draw(self, command: Draw | None = None, seat: Seat = "ann") -> Values:
        """Send a draw, and return the drawn values."""
        return values_of(self.send(command or Draw(), seat))

    def fail(self, command: Draw, seat: Seat = "ann") -> None:
        """Send a command that fails after its draws, and store the record that voids the draws."""
        fail(self, command, seat)

    def back(self, to: int, seat: Seat = "ann") -> None:
        """Undo to an earlier version, with the consent of all seats that are asked."""
        go_back(self, to, seat)
