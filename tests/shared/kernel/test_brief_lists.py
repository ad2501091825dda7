"""Brief lists of legal commands, which limit the number of commands that the judges try.

A brief list has at least one entry for each command, and as many more entries as the limit allows.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET

from shared.kernel.chapter import judge, samples
from shared.kernel.context import Context
from shared.kernel.legal import MOST_TRIED, Asking, Legal, Wanted, legal, search_bodies
from shared.kernel.messages import Command, Seat
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer
from shared.kernel.stream import SeatState, Stream
from tests.shared.kernel.kit import PARTS, Count, game_of

TRIED: list[Command] = []
"""The commands that the judges were called with, in order."""


class Lift(Command, frozen=True, kw_only=True):
    """Lift a stone with a tool."""

    counts_as = "aside"

    stone: int
    tool: int = 0


class Push(Command, frozen=True, kw_only=True):
    """Push a stone."""

    counts_as = "move"

    stone: int


class Rest(Command, frozen=True, kw_only=True):
    """Rest for some hours. The rules always refuse this command."""

    counts_as = "move"

    hours: int


class Night(Refusal, rule="KIT-4", bars="command"):
    """Nobody may rest during the night."""


class TooHeavy(Refusal, rule="KIT-5", bars="value"):
    """Nobody can lift this stone with any tool."""


class Broken(Refusal, rule="KIT-6"):
    """The tool is broken."""


@judge
def lift(ctx: Context[Count], command: Lift) -> None:  # noqa: ARG001 the state does not matter
    """Refuse stones with numbers below 100, and tools with numbers below 2."""
    TRIED.append(command)
    if command.stone < 100:
        raise TooHeavy(needs=100, has=command.stone, field="stone")
    if command.tool < 2:
        raise Broken(needs=2, has=command.tool, field="tool")


@judge
def push(ctx: Context[Count], command: Push) -> None:  # noqa: ARG001 the state does not matter
    """Allow pushing any stone."""
    TRIED.append(command)


@judge
def rest(ctx: Context[Count], command: Rest) -> None:  # noqa: ARG001 the state does not matter
    """Refuse every rest."""
    TRIED.append(command)
    raise Night(needs="day", has=command.hours)


@samples
def stones(state: Count, seat: Seat) -> Samples[Lift | Push | Rest]:  # noqa: ARG001 any seat
    """Offer stones and tools in pairs, many stones to push, and hours of rest."""
    for stone in (1, 1, 100, 101):
        yield offer(Lift(stone=stone, tool=0), tool=(0, 1, 2, 3))
        yield offer(Lift(stone=stone, tool=9))
    yield offer(Push, stone=tuple(range(state.number)))
    for hours in (1, 2):
        yield offer(Rest, hours=(hours, 8, 9))


GAME = game_of(*PARTS, Lift, Push, Rest, Night, TooHeavy, Broken, lift, push, rest, stones)


def legal_list(number: int = 3, **wanted: Any) -> Legal:  # noqa: ANN401 fields of `Wanted`
    """Return a player's legal list when the count is `number`."""
    return legal(GAME, stream_at(number), "ann", "player", wanted=Wanted(**wanted))


def stream_at(number: int) -> Stream[Count]:
    """Return an open stream with one player."""
    return Stream(id="kit.count:one", game=Count(number=number), opened=True, seats={"ann": SeatState("player")})


def bodies(found: Legal, command: str) -> list[dict[str, Any]]:
    """Return the listed bodies of one command, without the field `type`."""
    listed = [one.body for one in found.allowed if one.command == command]
    return [{name: value for name, value in body.items() if name != "type"} for body in listed]


@pytest.fixture(autouse=True)
def _nothing_tried() -> None:
    TRIED.clear()


def test_a_brief_list_that_tries_little_is_whole() -> None:
    """If few tries are needed, the brief list equals the whole list, and `more` names no command."""
    brief = legal_list(brief=True)

    assert legal_list() == brief
    assert UNSET is brief.more


def test_a_brief_list_stops_at_its_bound() -> None:
    """A command beyond the limit has one entry without options for its fields, and `more` names the command."""
    brief, whole = legal_list(2 * MOST_TRIED, brief=True), legal_list(2 * MOST_TRIED)

    assert ("Push",) == brief.more
    assert [{"stone": 0}] == bodies(brief, "Push")
    assert {"stone": Field(options=tuple(range(2 * MOST_TRIED)))} == next(
        one.fields for one in whole.allowed if one.command == "Push"
    )
    assert bodies(whole, "Lift") == bodies(brief, "Lift")
    assert UNSET is whole.more


def test_a_command_that_is_named_is_listed_whole() -> None:
    """The list of one named command has all its entries, however many tries they take."""
    (entry,) = legal_list(2 * MOST_TRIED, command="Push").allowed

    assert 2 * MOST_TRIED == len(entry.fields["stone"].options or ())


def test_a_command_that_is_blocked_as_a_whole_is_tried_once() -> None:
    """After a refusal that does not depend on the fields, the list tries no other body of the command."""
    blocked = {name: one.rule for one in legal_list().blocked for name in one.commands}

    assert "KIT-4" == blocked["Rest"]
    assert 1 == sum(isinstance(one, Rest) for one in TRIED)


def test_a_value_that_is_refused_whatever_the_other_fields_is_tried_once() -> None:
    """After a refusal of one field's value, the list tries no other body with that value."""
    legal_list(command="Lift")

    assert [1] == [one.stone for one in TRIED if isinstance(one, Lift) and one.stone < 100]


def test_each_try_is_counted() -> None:
    """The reported number of tries equals the number of calls of the judges."""
    asking = Asking.of(GAME, stream_at(3), "ann", "player")
    search_bodies(asking, Wanted(command="Lift"))

    assert 0 < asking.tries.made == len(TRIED)
