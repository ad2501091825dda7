"""The chapter of tosses: its refusals, commands and events, and the functions that judge, fold and sample them."""

from typing import Final, Literal

from services.NAME.state import Coin
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.context import Context
from shared.kernel.messages import Command, Event, Seat
from shared.kernel.pools.one_of import OneOf
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Sample, Samples

Face = Literal["heads", "tails"]
COIN: Final[OneOf[Face]] = OneOf(("heads", "tails"))


class CalledLast(Refusal, rule="ID-TOSS-01"):
    """You made the last call: wait until another seat has called."""


class Call(Command, frozen=True, kw_only=True):
    """Call a face, and toss the coin."""

    counts_as = "move"

    face: Face


class Tossed(Event, frozen=True, kw_only=True):
    """A seat tossed the coin. Its call was correct if the coin shows the face that it called."""

    seat: Seat
    face: Face
    right: bool


@judge
def call(ctx: Context[Coin], command: Call) -> None:
    """Toss the coin, unless the same seat called last. Rule: ID-TOSS-01. Refuses: CalledLast."""
    if ctx.state.last == ctx.seat:
        raise CalledLast(needs="a call of another seat", has=ctx.seat)
    face = ctx.chance.draw(COIN, "toss")
    ctx.emit(Tossed(seat=ctx.seat, face=face, right=face == command.face))


@fold
def tossed(state: Coin, event: Tossed) -> Coin:
    """Add a point for a correct call, and record who called."""
    points = state.points.get(event.seat, 0) + event.right
    return Coin(points={**state.points, event.seat: points}, last=event.seat)


@samples
def calls(state: Coin, seat: Seat) -> Samples[Call]:  # noqa: ARG001 the same for every seat
    """Offer a call of each face."""
    yield Sample(command=Call(face="heads"), fields={"face": COIN.options})
