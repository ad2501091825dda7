"""A toy game for the kernel's own tests: a counter with dice, secrets, notes of any length and an end."""

from __future__ import annotations

import sys
from typing import Annotated, ClassVar, Final, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from shared.kernel.chapter import fold, judge, samples
from shared.kernel.context import Context
from shared.kernel.game import Game, Opening, SeatAsk
from shared.kernel.messages import Command, Event, Role, Seat, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Sample, Samples

GM: Final = ("gm",)
STREAM: Final = "toy.table:"


class NotThatTurn(Refusal, rule="TOY-TURN-01"):
    """Turns must be taken in order."""


class OpenToy(Opening, frozen=True, kw_only=True):
    """Open a toy table."""


class _Anybody(Command, frozen=True, kw_only=True):
    """The base class of commands that every seat may send, spectators included."""

    counts_as = "move"
    needs_role: ClassVar[Role] = "spectator"


class Roll(_Anybody, frozen=True, kw_only=True):
    """Roll some six-sided dice."""

    dice: Annotated[int, Meta(ge=1, le=100)] = 1
    secret: bool = False


class Write(_Anybody, frozen=True, kw_only=True):
    """Write a note on the table, `copies` times."""

    text: str
    copies: int = 1


class TakeTurn(_Anybody, frozen=True, kw_only=True):
    """Take the turn with this number."""

    turn: int


class PassOver(_Anybody, frozen=True, kw_only=True):
    """Do nothing."""


class Rolled(Event, frozen=True, kw_only=True):
    """Dice were rolled."""

    faces: tuple[int, ...] | Secret[tuple[int, ...]]


class Written(Event, frozen=True, kw_only=True):
    """A note was written."""

    text: str


class TurnTaken(Event, frozen=True, kw_only=True):
    """A turn was taken."""

    turn: int


class ToyState(Struct, frozen=True, kw_only=True):
    """The state of a table: the sum of its public faces, its last notes and its turns."""

    rolls: int = 0
    pips: int = 0
    notes: tuple[str, ...] = ()
    turn: int = 0
    hidden: tuple[Secret[tuple[int, ...]], ...] = ()


Toying: TypeAlias = Context[ToyState]


# ---------------------------------------------------------------- judgement


@judge
def open_toy(ctx: Toying, command: OpenToy) -> None:
    """Start with an empty table."""


@judge
def roll(ctx: Toying, command: Roll) -> None:
    """Roll the dice. A secret roll is for the game master alone."""
    faces = ctx.chance.roll("toy", 6, command.dice, audience=GM if command.secret else None)
    ctx.emit(Rolled(faces=ctx.secret(faces, GM) if command.secret else faces))


@judge
def write(ctx: Toying, command: Write) -> None:
    """Write the note the requested number of times."""
    for _ in range(command.copies):
        ctx.emit(Written(text=command.text))


@judge
def take_turn(ctx: Toying, command: TakeTurn) -> None:
    """Take a turn; only the next one is allowed."""
    if command.turn != ctx.state.turn + 1:
        raise NotThatTurn(needs=ctx.state.turn + 1, has=command.turn, field="turn")
    ctx.emit(TurnTaken(turn=command.turn))


@judge
def pass_over(ctx: Toying, command: PassOver) -> None:
    """Emit no event."""


# ---------------------------------------------------------------- fold


@fold
def rolled(state: ToyState, event: Rolled) -> ToyState:
    """Add up the public faces."""
    if isinstance(event.faces, Secret):
        return replace(state, rolls=state.rolls + 1, hidden=(*state.hidden, event.faces))
    return replace(state, rolls=state.rolls + 1, pips=state.pips + sum(event.faces))


@fold
def written(state: ToyState, event: Written) -> ToyState:
    """Store the last notes, truncated."""
    return replace(state, notes=(*state.notes, event.text[:20])[-5:])


@fold
def turn_taken(state: ToyState, event: TurnTaken) -> ToyState:
    """Count the turn."""
    return replace(state, turn=event.turn)


# ---------------------------------------------------------------- samples


@samples
def anything(state: ToyState, seat: Seat) -> Samples[Roll | Write | PassOver]:  # noqa: ARG001 anybody may
    """Offer commands that are always legal."""
    yield Sample(command=Roll(), fields={"dice": Field(least=1, most=100), "secret": (False, True)})
    yield Sample(command=Write(text="so be it"), fields={"text": TEXT})
    yield Sample(command=PassOver())


@samples
def turns(state: ToyState, seat: Seat) -> Samples[TakeTurn]:  # noqa: ARG001 as above
    """Offer the next turn."""
    yield Sample(command=TakeTurn(turn=state.turn + 1))


# ---------------------------------------------------------------- the game


def view(state: ToyState, seat: Seat | None) -> ToyState:  # noqa: ARG001 as above
    """Return the whole state."""
    return state


TOY: Final = Game[ToyState](
    service="toy", kind="table", state=ToyState, chapters=(sys.modules[__name__],), view=view
)  # fmt: skip

OPENING: Final = OpenToy(seats=(SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann")))
