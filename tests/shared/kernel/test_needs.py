"""Needs: conditions of a command that depend only on the state.

The kernel checks them before anything else, and only once for a whole legal list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from shared.kernel.chance import Faces
from shared.kernel.chapter import guard, judge_given, samples
from shared.kernel.context import Context
from shared.kernel.forbidden import NO_ID
from shared.kernel.legal import ALL, Asking, legal, search_bodies
from shared.kernel.messages import Command, Role, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Samples, offer
from shared.kernel.stream import Stream
from shared.kernel.stream.state import SeatState
from tests.shared.kernel.kit import PARTS, Add, Added, Count, game_of, intent_of


class NothingYet(Refusal, rule="KIT-2"):
    """The count is 0: add a number first."""


class Unlucky(Refusal, rule="KIT-3"):
    """The number thirteen may not be taken."""


class NotThere(Refusal, rule="KIT-4"):
    """No number with this id was added."""


class Take(Command, frozen=True, kw_only=True):
    """Subtract a number from the count."""

    counts_as = "move"

    number: int = 1


class Halve(Command, frozen=True, kw_only=True):
    """Halve the count."""

    counts_as = "move"


class Name(Command, frozen=True, kw_only=True):
    """Name a number."""

    counts_as = "move"

    which: str


checks: list[Count] = []
"""The states in which the tests have checked the need."""


def count_of(state: Count) -> int:
    """Return the count; refuse a count of 0."""
    checks.append(state)
    if not state.number:
        raise NothingYet(needs="a count", has=0)
    return state.number


def nameable(state: Count) -> None:
    """Refuse if there is no number to name."""
    if not state.number:
        raise NotThere(needs="a number", has=NO_ID, field="which")


@guard
def not_thirteen(ctx: Context[Count], command: Take) -> None:  # noqa: ARG001 any state
    """Refuse the number 13."""
    if command.number == 13:
        raise Unlucky


@judge_given(count_of)
def take(ctx: Context[Count], command: Take) -> None:
    """Subtract the number from the count."""
    ctx.emit(Added(number=-command.number))


@judge_given(count_of)
def halve(ctx: Context[Count], command: Halve) -> None:  # noqa: ARG001 it has no fields
    """Halve the count."""
    ctx.emit(Added(number=-ctx.state.number // 2))


@judge_given(nameable, count_of)
def name(ctx: Context[Count], command: Name) -> None:  # noqa: ARG001 nothing happens
    """Name a number."""
    ctx.emit(Added(number=0))


@samples
def to_take(state: Count, seat: Seat) -> Samples[Take]:  # noqa: ARG001 any seat
    """Offer several numbers to subtract."""
    for number in range(1, 6):
        yield offer(Take(number=number))


@samples
def to_halve(state: Count, seat: Seat) -> Samples[Halve]:  # noqa: ARG001 any seat
    """Offer to halve the count."""
    yield offer(Halve())


@samples
def to_name(state: Count, seat: Seat) -> Samples[Name]:  # noqa: ARG001 any seat
    """Offer the id of a number, or an id that no number has."""
    yield offer(Name(which=str(state.number) if state.number else NO_ID))


GAME = game_of(
    *PARTS, Take, Halve, Name, NothingYet, Unlucky, NotThere, not_thirteen, take, halve, name, to_take, to_halve,
    to_name,
)  # fmt: skip


def stream_at(number: int, role: Role = "player", player: str = "") -> Stream[Any]:
    """Return an open stream with this count and one seat."""
    return Stream(
        id="kit.count:1", game=Count(number=number), opened=True, seats={"ann": SeatState(role, player=player)}
    )


def events_of(command: Command, number: int) -> Sequence[Any]:
    """Return the events of a command that is sent at this count."""
    return GAME.decide(intent_of(command), Count(number=number), Faces()).events


def test_a_need_is_checked_before_guards() -> None:
    """A guard refuses a command only after the needs of the command are met."""
    assert [Added(number=-2)] == events_of(Take(number=2), 3)
    with pytest.raises(Unlucky):
        events_of(Take(number=13), 3)
    with pytest.raises(NothingYet):
        events_of(Take(number=13), 0)
    assert [Added(number=1)] == events_of(Add(), 0)


def test_a_refusal_shows_the_id_that_the_command_names() -> None:
    """If there is nothing to name, the refusal shows the id that the caller sent, as it does for an unknown id."""
    with pytest.raises(NotThere) as refused:
        events_of(Name(which="seven"), 0)

    assert ("seven", "which") == (refused.value.has, refused.value.field)


def test_a_list_checks_a_need_once_and_tries_nothing() -> None:
    """If two commands have the same unmet need, one check blocks both in the legal list, without a decision."""
    checks.clear()
    asking = Asking.of(GAME, stream_at(0), "ann", "player")
    found = {one.name: one for one in search_bodies(asking, ALL)}

    for command in ("Take", "Halve"):
        assert not found[command].entries()
        assert [("NothingYet", command)] == [(str(one.refusal), one.command) for one in found[command].forbidden()]
    assert [("NotThere", "Name")] == [(str(one.refusal), one.command) for one in found["Name"].forbidden()]
    assert 1 == len(checks)


def test_a_list_tries_all_bodies_if_the_need_is_met() -> None:
    """If the state has what a command needs, the legal list tries all bodies of the command."""
    allowed = legal(GAME, stream_at(4), "ann", "player").allowed
    assert [1, 2, 3, 4, 5] == [one.body.get("number", 1) for one in allowed if one.command == "Take"]


def test_a_seat_of_the_house_is_refused_first() -> None:
    """If the computer plays a seat, the kernel refuses a command for that reason before it checks any need."""
    blocked = legal(GAME, stream_at(0, player="random"), "ann", "player").blocked
    (reason,) = [one.rule for one in blocked if "Take" in one.commands]
    assert "AR-HOUSE-02" == reason
