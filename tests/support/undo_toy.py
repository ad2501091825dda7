"""A toy game for undo: things with ids, a hidden thing, dice, and a bell that the clock rings at a deadline."""

from __future__ import annotations

import sys
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.chapter import fold, judge, samples
from shared.kernel.context import Context
from shared.kernel.game import Game, Opening, SeatAsk, whole_state
from shared.kernel.game_parts import Due, House, Storage, Timing, Undoing
from shared.kernel.messages import Command, Event, Role, Seat, Secret, UndoSetting
from shared.kernel.samples import Sample, Samples
from tests.support.journal import Journal

HOUR: Final = 3_600_000


class Shelf(Struct, frozen=True, kw_only=True):
    """The state: things on a shelf, things in boxes, and the time when the bell rings."""

    made: int = 0
    things: tuple[str, ...] = ()
    boxed: tuple[str, ...] = ()
    rings: int = 0
    over: bool = False


class OpenShelf(Opening, frozen=True, kw_only=True):
    """Open an empty shelf."""


class Put(Command, frozen=True, kw_only=True):
    """Put a new thing on the shelf."""

    counts_as = "move"


class Box(Command, frozen=True, kw_only=True):
    """Put a new thing in a box, whose content only its owner and one other seat can see."""

    counts_as = "move"

    beside: str = "gm"


class Unbox(Command, frozen=True, kw_only=True):
    """Show the things in all boxes to all seats."""

    counts_as = "move"


class Toss(Command, frozen=True, kw_only=True):
    """Throw a die. If `fails` is set, the game then raises an error."""

    counts_as = "move"

    fails: bool = False


class Wind(Command, frozen=True, kw_only=True):
    """Set the bell to ring in an hour."""

    counts_as = "move"


class Ring(Command, frozen=True, kw_only=True):
    """Ring the bell at its time."""

    counts_as = "move"
    needs_role: ClassVar[Role] = "clock"

    at: int


class Leave(Command, frozen=True, kw_only=True):
    """End the game."""

    counts_as = "ending"


class ThingPut(Event, frozen=True, kw_only=True):
    """A thing was put on the shelf."""

    thing: str


class ThingBoxed(Event, frozen=True, kw_only=True):
    """A thing was put in a box."""

    thing: Secret[str]


class Unboxed(Event, frozen=True, kw_only=True):
    """All boxes were opened."""

    reveals = True

    things: tuple[str, ...]


class Tossed(Event, frozen=True, kw_only=True):
    """A die was thrown."""

    face: int


class Wound(Event, frozen=True, kw_only=True):
    """The bell was set."""

    at: int


class Rung(Event, frozen=True, kw_only=True):
    """The bell rang."""


class Left(Event, frozen=True, kw_only=True):
    """The game ended."""


@judge
def open_shelf(ctx: Context[Shelf], _: OpenShelf) -> None:
    """Open the stream."""


@judge
def put(ctx: Context[Shelf], _: Put) -> None:
    """Put a new thing on the shelf."""
    ctx.emit(ThingPut(thing=ctx.new_id("thing")))


@judge
def box(ctx: Context[Shelf], command: Box) -> None:
    """Put a new thing in a box."""
    ctx.emit(ThingBoxed(thing=ctx.secret(ctx.new_id("thing"), (ctx.seat, command.beside))))


@judge
def unbox(ctx: Context[Shelf], _: Unbox) -> None:
    """Show all things in boxes."""
    ctx.emit(Unboxed(things=ctx.state.boxed))


@judge
def toss(ctx: Context[Shelf], command: Toss) -> None:
    """Throw a die."""
    (face,) = ctx.chance.roll("toss", 6)
    if command.fails:
        raise RuntimeError
    ctx.emit(Tossed(face=face))


@judge
def wind(ctx: Context[Shelf], _: Wind) -> None:
    """Set the bell."""
    ctx.emit(Wound(at=ctx.at + HOUR))


@judge
def ring(ctx: Context[Shelf], _: Ring) -> None:
    """Ring the bell."""
    ctx.emit(Rung())


@judge
def leave(ctx: Context[Shelf], _: Leave) -> None:
    """End the game."""
    ctx.emit(Left())


@fold
def thing_put(state: Shelf, event: ThingPut) -> Shelf:
    """Store the thing."""
    return replace(state, made=state.made + 1, things=(*state.things, event.thing))


@fold
def thing_boxed(state: Shelf, event: ThingBoxed) -> Shelf:
    """Store the thing in its box."""
    thing = event.thing.value if isinstance(event.thing.value, str) else "hidden"
    return replace(state, made=state.made + 1, boxed=(*state.boxed, thing))


@fold
def unboxed(state: Shelf, event: Unboxed) -> Shelf:
    """Put the boxed things on the shelf."""
    return replace(state, things=(*state.things, *event.things), boxed=())


@fold
def tossed(state: Shelf, event: Tossed) -> Shelf:
    """Store the face."""
    return replace(state, things=(*state.things, str(event.face)))


@fold
def wound(state: Shelf, event: Wound) -> Shelf:
    """Store the time."""
    return replace(state, rings=event.at)


@fold
def rung(state: Shelf, _: Rung) -> Shelf:
    """Clear the time of the bell."""
    return replace(state, rings=0, things=(*state.things, "rang"))


@fold
def left(state: Shelf, _: Left) -> Shelf:
    """End the game."""
    return replace(state, over=True)


@samples
def anything(state: Shelf, seat: Seat) -> Samples[Put | Box | Unbox | Toss | Wind | Ring | Leave]:  # noqa: ARG001
    """Offer one command of each type."""
    for command in (Put(), Box(), Unbox(), Toss(), Wind(), Ring(at=state.rings), Leave()):
        yield Sample(command=command)


SHELF: Final = Game[Shelf](
    service="toy",
    kind="shelf",
    plural="shelves",
    state=Shelf,
    chapters=(sys.modules[__name__],),
    view=whole_state,
    timing=Timing(
        over=lambda state: state.over, due=lambda state: Due(Ring(at=state.rings), state.rings) if state.rings else None
    ),
    storage=Storage(last_id=lambda state: state.made),
    undoing=Undoing(
        default="own until known",
        only_grow=("made",),
        resumed=lambda state, by_ms: replace(state, rings=state.rings and state.rings + by_ms),
    ),
    house=House(players=("bold",)),
)
SEATS: Final = (
    SeatAsk(seat="gm", role="gm"),
    SeatAsk(seat="ann"),
    SeatAsk(seat="bob"),
    SeatAsk(seat="eve", role="spectator"),
)


def shelf(undo: UndoSetting | None = None) -> Journal[Shelf]:
    """Open a shelf for a game master, two players and a spectator."""
    return Journal(SHELF, OpenShelf(seats=SEATS) if undo is None else OpenShelf(seats=SEATS, undo=undo))
