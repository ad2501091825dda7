"""Dice tables: how a table is opened, when it ends, and which seats it has."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from services.dice.state import TableState
from shared.kernel.chapter import fold, judge
from shared.kernel.context import Context
from shared.kernel.game import Opening
from shared.kernel.messages import MAX_NUMBER, Event, Line
from shared.kernel.refusals import Refusal
from shared.kernel.stream import SeatOpened, StreamOpened

TableContext: TypeAlias = Context[TableState]


# ---------------------------------------------------------------- refusals


class OnlyTheGameMaster(Refusal, rule="DI-TABLE-04", status=403):
    """Only the game master or the app may do this: ask the game master to do it."""


class OnlyWatches(Refusal, rule="DI-TABLE-03", status=403):
    """This seat only watches and cannot roll: use the seat of a player or a game master."""


class TableTooOld(Refusal, rule="DI-TABLE-07"):
    """The table has reached its maximum age: ask its game master to close it, and open another table."""


# ---------------------------------------------------------------- commands


class Closing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The limits of a table: a number of rolls, or an age in milliseconds.

    The table closes by itself with the command that makes its last roll. Beyond its maximum age, the table refuses
    rolls, but stays open until its game master or its app closes it.
    """

    rolls: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    milliseconds: Annotated[int, Meta(ge=1, le=MAX_NUMBER)] | None = None


class OpenTable(Opening, frozen=True, kw_only=True):
    """Open a table to roll dice on."""

    title: Line | None = None
    closes_after: Closing | None = None


# ---------------------------------------------------------------- events: their names and fields are the storage format


class TableOpened(Event, frozen=True, kw_only=True):
    """A table was opened.

    The table closes after the roll with the number `closes_at_roll`. From the time `closes_at` on, nobody can roll on
    it.
    """

    title: str | None = None
    closes_at_roll: int | None = None
    closes_at: int | None = None


# ---------------------------------------------------------------- judgement


@judge
def open_table(ctx: TableContext, command: OpenTable) -> None:
    """Open a table. Rule: DI-TABLE-01, DI-TABLE-06, DI-TABLE-07."""
    closing = command.closes_after or Closing()
    until = None if closing.milliseconds is None else ctx.at + closing.milliseconds
    ctx.emit(TableOpened(title=command.title, closes_at_roll=closing.rolls, closes_at=until))


def check_age(ctx: TableContext) -> None:
    """Refuse a roll on a table that is too old. Rule: DI-TABLE-07. Refuses: TableTooOld."""
    until = ctx.state.closes_at
    if until is not None and ctx.at >= until:
        raise TableTooOld(needs=f"before {until}", has=ctx.at)


def over(state: TableState) -> bool:
    """Return whether the table's last roll has been made."""
    return state.closes_at_roll is not None and state.rolls >= state.closes_at_roll


def ends_by_itself(state: TableState) -> bool:
    """Return whether the table has a maximum number of rolls or a maximum age."""
    return state.closes_at_roll is not None or state.closes_at is not None


# ---------------------------------------------------------------- fold


@fold
def table_opened(state: TableState, event: TableOpened) -> TableState:
    """Store the title and the limits of the table."""
    return replace(state, title=event.title, closes_at_roll=event.closes_at_roll, closes_at=event.closes_at)


@fold
def stream_opened(state: TableState, event: StreamOpened) -> TableState:
    """Store the version of the decision rules (`form`) under which the table was opened."""
    return replace(state, form=0 if event.form is UNSET else event.form)


@fold
def seat_opened(state: TableState, event: SeatOpened) -> TableState:
    """Store the role of a newly opened seat."""
    return replace(state, roles={**state.roles, event.seat: event.role})
