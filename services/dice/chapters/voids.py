"""Void rolls, which do not count."""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar

from msgspec.structs import replace

from services.dice.chapters.table import TableContext
from services.dice.state import RollNumber, TableState
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Line, Role, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Sample, Samples

# ---------------------------------------------------------------- refusals


class RollUnknown(Refusal, rule="DI-VOID-02"):
    """This table has no roll with that number: name a roll that was made here."""


class VoidAlready(Refusal, rule="DI-VOID-03"):
    """This roll has already been declared void: name a roll that still counts."""


# ---------------------------------------------------------------- commands


class VoidRoll(Command, frozen=True, kw_only=True):
    """Declare a roll void. The roll stays visible, marked as void."""

    counts_as = "referee"
    needs_role: ClassVar[Role] = "gm"

    roll: RollNumber
    reason: Line


# ---------------------------------------------------------------- events: their names and fields are the storage format


class RollVoided(Event, frozen=True, kw_only=True):
    """A roll was declared void. The roll stays visible."""

    roll: int
    reason: str


# ---------------------------------------------------------------- judgement


@judge
def void_roll(ctx: TableContext, command: VoidRoll) -> None:
    """Declare a roll void. Rule: DI-VOID-01, DI-VOID-02, DI-VOID-03. Refuses: RollUnknown, VoidAlready."""
    if command.roll > ctx.state.rolls:
        raise RollUnknown(needs=f"1 to {ctx.state.rolls}", has=command.roll, field="roll")
    if command.roll in ctx.state.voided:
        raise VoidAlready(needs="a roll that counts", has=command.roll, field="roll")
    ctx.emit(RollVoided(roll=command.roll, reason=command.reason))


# ---------------------------------------------------------------- fold


@fold
def roll_voided(state: TableState, event: RollVoided) -> TableState:
    """Store the reason why a roll was declared void."""
    recent = [replace(kept, void=event.reason) if kept.rolled.number == event.roll else kept for kept in state.recent]
    return replace(state, voided={**state.voided, event.roll: event.reason}, recent=recent)


# ---------------------------------------------------------------- samples


@samples
def rolls_to_void(state: TableState, seat: Seat) -> Samples[VoidRoll]:  # noqa: ARG001 the same for every seat
    """Yield samples for ranges of rolls that can be declared void, the latest rolls first."""
    bounds = (0, *sorted(state.voided), state.rolls + 1)
    runs = [(before + 1, after - 1) for before, after in pairwise(bounds) if after - before > 1] or [(1, 1)]
    for first, last in reversed(runs):
        command = VoidRoll(roll=first, reason="the die fell off the table")
        yield Sample(command=command, fields={"roll": Field(least=first, most=last), "reason": TEXT})
