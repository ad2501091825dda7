"""A toy game with timed steps, for the tests of clocks.

A *tower* is a stream of this game, and has one bell. A command winds the bell up for a number of strikes. Each strike
is a timed step: when it is due, a *clock*, which is a process that takes due steps, sends it as a command. A
*dispatcher* is the process that finds due steps.
"""

from __future__ import annotations

import sys
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from shared.kernel.chapter import fold, judge, samples
from shared.kernel.context import Context
from shared.kernel.game import Game, Opening, SeatAsk
from shared.kernel.game_parts import Due, Timing
from shared.kernel.messages import Command, Event, Role, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Sample, Samples

How: TypeAlias = Literal["well", "jammed", "dumb", "broken", "unclear"]
"""The possible results of a strike: a sound, a refusal, no event, an error, or a next strike at an unknown time."""


class BellJammed(Refusal, rule="TOY-BELL-01"):
    """The bell is jammed and cannot strike."""


class OpenTower(Opening, frozen=True, kw_only=True):
    """Open a tower."""


class Wind(Command, frozen=True, kw_only=True):
    """Wind up the bell for a number of strikes, starting at a given time."""

    counts_as = "move"

    strikes: Annotated[int, Meta(ge=0, le=10_000)]
    at: int = 0
    how: How = "well"


class Strike(Command, frozen=True, kw_only=True):
    """Strike the bell. `number` counts the strikes, from 1."""

    counts_as = "move"
    needs_role: ClassVar[Role] = "clock"

    number: int


class Wound(Event, frozen=True, kw_only=True):
    """The bell was wound up."""

    strikes: int
    at: int
    how: How


class Struck(Event, frozen=True, kw_only=True):
    """The bell struck."""

    number: int
    tone: int


class TowerState(Struct, frozen=True, kw_only=True):
    """The state of a tower: the strikes left, the time of the next one, and the number of strikes so far."""

    left: int = 0
    at: int = 0
    how: How = "well"
    struck: int = 0


Ringing: TypeAlias = Context[TowerState]


@judge
def open_tower(ctx: Ringing, command: OpenTower) -> None:
    """Start with a bell that is not wound up."""


@judge
def wind(ctx: Ringing, command: Wind) -> None:
    """Wind the bell up."""
    ctx.emit(Wound(strikes=command.strikes, at=command.at, how=command.how))


@judge
def strike(ctx: Ringing, command: Strike) -> None:
    """Strike the bell. A die decides the tone."""
    how = ctx.state.how
    if how == "jammed":
        raise BellJammed(needs="a bell that is free", has="one that is jammed")
    if how == "dumb":
        return
    tone = ctx.chance.roll("tone", 6, 1)[0]
    if how == "broken":
        raise ZeroDivisionError
    ctx.emit(Struck(number=command.number, tone=tone))


@fold
def wound(state: TowerState, event: Wound) -> TowerState:
    """Store the number of strikes and the time of the first."""
    return replace(state, left=event.strikes, at=event.at, how=event.how)


@fold
def struck(state: TowerState, event: Struck) -> TowerState:
    """Count the strike."""
    return replace(state, left=state.left - 1, struck=event.number)


@samples
def offered(state: TowerState, seat: Seat) -> Samples[Wind | Strike]:  # noqa: ARG001 as the roles say
    """Offer the commands that wind up the bell and strike it next."""
    yield Sample(command=Wind(strikes=1))
    yield Sample(command=Strike(number=state.struck + 1))


def due(state: TowerState) -> Due | None:
    """Return the next strike of a bell that has been wound up, and the time when it is due."""
    if state.how == "unclear":
        raise ZeroDivisionError
    return Due(Strike(number=state.struck + 1), state.at) if state.left else None


def view(state: TowerState, seat: Seat | None) -> TowerState:  # noqa: ARG001 nothing is hidden
    """Return the whole state."""
    return state


BELLS: Final = Game[TowerState](
    service="bells", kind="tower", state=TowerState, chapters=(sys.modules[__name__],), view=view,
    timing=Timing(due=due),
)  # fmt: skip
OPENING: Final = OpenTower(seats=(SeatAsk(seat="gm", role="gm"),))
