"""Consequences of an event: they happen at once, whatever command caused the event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from shared.kernel.chance import Faces
from shared.kernel.chapter import fold, follows, judge, samples
from shared.kernel.context import Context
from shared.kernel.game import GameIncomplete
from shared.kernel.messages import Command, Event, Seat
from shared.kernel.samples import Sample, Samples
from shared.kernel.stream import SeatOpened
from tests.shared.kernel.kit import PARTS, Add, Added, Count, game_of, intent_of
from tests.shared.kernel.test_game import OtherContext


class Halve(Command, frozen=True, kw_only=True):
    """Halve the count."""

    counts_as = "move"


class Halved(Event, frozen=True, kw_only=True):
    """The count was halved."""


class Chimed(Event, frozen=True, kw_only=True):
    """A bell chimed."""

    strokes: int


@judge
def halve(ctx: Context[Count], command: Halve) -> None:  # noqa: ARG001 the command has no fields
    """Halve the count."""
    ctx.emit(Halved())


@fold
def halved(state: Count, event: Halved) -> Count:  # noqa: ARG001 as above
    """Halve the count in the state."""
    return replace(state, number=state.number // 2)


@fold
def chimed(state: Count, event: Chimed) -> Count:
    """Add ten to the count for each chime."""
    return replace(state, number=state.number + 10 * event.strokes)


@samples
def halvings(state: Count, seat: Seat) -> Samples[Halve]:  # noqa: ARG001 any seat
    """Offer one command that halves the count."""
    yield Sample(command=Halve())


@follows
def added_chimes(ctx: Context[Count], event: Added) -> None:
    """Chime once for each 1 that was added. The state already includes the added number."""
    assert ctx.state.number >= event.number
    ctx.emit(Chimed(strokes=event.number))


@follows
def anything_counts(ctx: Context[Count], event: Added | Halved) -> None:
    """Chime 1000 times after an addition, and 1001 times after a halving."""
    ctx.emit(Chimed(strokes=1000 + isinstance(event, Halved)))


@follows
def chimes_roll(ctx: Context[Count], event: Chimed) -> None:
    """If there are two chimes, roll a die for an echo."""
    if event.strokes == 2:
        ctx.emit(Chimed(strokes=ctx.chance.roll("echo", 6, 1)[0]))


MORE = (*PARTS, Halve, Halved, Chimed, halve, halved, chimed, halvings)


def events_of(command: Command, *parts: Any, number: int = 1, faces: Sequence[int] = ()) -> Sequence[Event]:  # noqa: ANN401 classes and functions
    """Return the events of a command sent when the count is `number`."""
    tape = Faces(*faces)
    events = game_of(*MORE, *parts).decide(intent_of(command), Count(number=number), tape).events
    tape.finish()
    return events


def test_consequences_of_an_event_happen_before_anything_else() -> None:
    """The consequence that is declared for an event follows the event at once.

    The judge that emits the event does nothing for it.
    """
    assert [Added(number=3), Chimed(strokes=3)] == events_of(Add(number=3), added_chimes)
    assert [Halved()] == events_of(Halve(), added_chimes)


def test_consequences_are_in_the_order_of_the_chapters() -> None:
    """A consequence that is declared for a union of event types follows each of these events."""
    assert [Added(number=3), Chimed(strokes=3), Chimed(strokes=1000)] == events_of(
        Add(number=3), added_chimes, anything_counts
    )
    assert [Halved(), Chimed(strokes=1001)] == events_of(Halve(), added_chimes, anything_counts)


def test_a_consequence_may_draw_and_have_consequences() -> None:
    """A consequence may draw dice and have consequences of its own, which are complete before the next one starts."""
    assert [
        Added(number=2), Chimed(strokes=2), Chimed(strokes=5), Chimed(strokes=1000)
    ] == events_of(Add(number=2), added_chimes, anything_counts, chimes_roll, faces=(5,))  # fmt: skip


@follows
def after_an_arrival(ctx: Context[Count], event: SeatOpened) -> None:
    """Do nothing after an event that no chapter of the game declares."""


@follows
def in_another_game(ctx: OtherContext, event: Added) -> None:
    """Do nothing, with a context of another game."""


@pytest.mark.parametrize(
    ("part", "message"),
    [
        (after_an_arrival, "follows of SeatOpened, which no chapter declares"),
        (in_another_game, "in_another_game takes a OtherContext, and the game has a Context"),
    ],
)
def test_an_invalid_consequence_is_reported_before_the_game_starts(part: object, message: str) -> None:
    """A game does not start if it declares a consequence that could never happen or would always fail."""
    with pytest.raises(GameIncomplete, match=message):
        game_of(*MORE, part)
