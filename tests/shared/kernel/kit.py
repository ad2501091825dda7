"""Small games for the kernel's tests, each with one chapter that the test defines."""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.chapter import fold, judge, samples
from shared.kernel.context import Context, Intent
from shared.kernel.game import Game, Opening
from shared.kernel.messages import Command, Event, Role, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Sample, Samples


class Count(Struct, frozen=True, kw_only=True):
    """A state with the current count."""

    number: int = 0


class OpenCount(Opening, frozen=True, kw_only=True):
    """Open a count at 0."""


class Add(Command, frozen=True, kw_only=True):
    """Add a number to the count."""

    counts_as = "move"

    number: int = 1


class Added(Event, frozen=True, kw_only=True):
    """A number was added."""

    number: int


class TooMuch(Refusal, rule="KIT-1"):
    """The count would exceed 9."""


@judge
def open_count(ctx: Context[Count], command: OpenCount) -> None:
    """Open the stream."""


@judge
def add(ctx: Context[Count], command: Add) -> None:
    """Add the number; refuse a count above 9."""
    if ctx.state.number + command.number > 9:
        raise TooMuch(needs=9 - ctx.state.number, has=command.number, field="number")
    ctx.emit(Added(number=command.number))


@fold
def added(state: Count, event: Added) -> Count:
    """Add the number to the count."""
    return replace(state, number=state.number + event.number)


@samples
def additions(state: Count, seat: Seat) -> Samples[Add]:  # noqa: ARG001 any seat
    """Offer the addition of every digit."""
    yield Sample(command=Add(number=9), fields={"number": range(1, 10)})


PARTS: Final = (OpenCount, Add, Added, TooMuch, open_count, add, added, additions)
"""A complete chapter: commands, events, judges, folds and samples."""


def view(state: Any, seat: Seat | None) -> dict[str, Any]:  # noqa: ANN401, ARG001 a state of any game of these tests
    """Return an empty view for every seat."""
    return {}


def chapters_of(*parts: Any) -> list[ModuleType]:  # noqa: ANN401 classes and functions
    """Return chapters that contain these classes and functions, one for each module that defines them."""
    chapters: dict[str, ModuleType] = {}
    for number, part in enumerate(parts):
        chapter = chapters.setdefault(part.__module__, ModuleType(part.__module__))
        setattr(chapter, f"part_{number}", part)
    return list(chapters.values())


def game_of(*parts: Any, **more: Any) -> Game[Any]:  # noqa: ANN401 as above
    """Return a game whose chapters contain these classes and functions."""
    usual: dict[str, Any] = {"service": "kit", "kind": "count", "state": Count, "view": view}
    return Game(chapters=chapters_of(*parts), **(usual | more))


def without(*left_out: Any) -> tuple[Any, ...]:  # noqa: ANN401 as above
    """Return all classes and functions of the chapter except the given ones."""
    return tuple(part for part in PARTS if part not in left_out)


def intent_of(command: Command, *, seat: Seat = "ann", role: Role = "player", by: str = "seat:ann@0") -> Intent:
    """Return an intent with this command and sender."""
    return Intent(id="one", seat=seat, role=role, at=1, by=by, command=command)
