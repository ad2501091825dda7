"""A game of the same shape as the aggregate of `eventsourcing`, for the replay benchmark: a walker moves in steps."""

from __future__ import annotations

import sys
from copy import copy
from typing import Final

from msgspec import Struct

from shared.kernel.chapter import fold, judge, samples
from shared.kernel.context import Context
from shared.kernel.game import Game, Opening, SeatAsk
from shared.kernel.game_parts import Storage
from shared.kernel.messages import Command, Event, Seat
from shared.kernel.samples import Sample, Samples


class Begin(Opening, frozen=True, kw_only=True):
    """Begin a walk."""


class Step(Command, frozen=True, kw_only=True):
    """Move the walker by a number of paces, several times in a row."""

    counts_as = "move"

    by: int
    times: int = 1


class Stepped(Event, frozen=True, kw_only=True):
    """The walker moved a number of paces."""

    by: int


class Place(Struct, kw_only=True):
    """The walker's position."""

    steps: int = 0
    place: int = 0


@judge
def begin(ctx: Context[Place], command: Begin) -> None:
    """Start at 0."""


@judge
def step(ctx: Context[Place], command: Step) -> None:
    """Move the walker this many times. No rule refuses it."""
    for _ in range(command.times):
        ctx.emit(Stepped(by=command.by))


@fold
def stepped(state: Place, event: Stepped) -> None:
    """Count the step and move the walker, in place, as the aggregate of `eventsourcing` does."""
    state.steps += 1
    state.place += event.by


@samples
def steps(state: Place, seat: Seat) -> Samples[Step]:  # noqa: ARG001 whatever has happened
    """Offer a step."""
    yield Sample(command=Step(by=1))


def view(state: Place, seat: Seat | None) -> Place:  # noqa: ARG001 all see everything
    """Return the whole state."""
    return state


WALK: Final = Game[Place](
    service="walk",
    kind="walk",
    state=Place,
    chapters=(sys.modules[__name__],),
    view=view,
    storage=Storage(mutable_copy=copy),
)
BEGIN: Final = Begin(seats=(SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann")))
