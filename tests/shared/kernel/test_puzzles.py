"""Puzzles: forks with a goal. Events of the game may reach or miss the goal, and the end of the stream misses it."""

from __future__ import annotations

from copy import copy
from typing import Any, Final

import pytest
from msgspec.structs import replace

from shared.kernel.chapter import fold
from shared.kernel.forked import Forked
from shared.kernel.game import Game, SeatAsk
from shared.kernel.game_parts import Forking, Timing, Undoing
from shared.kernel.goals import Goal, GoalKind, GoalMissed, GoalReached, PuzzleGoal
from shared.kernel.refusals import GoalDecided, GoalUnknown, Refusal, SeatUnknown
from shared.kernel.replay import log_reader_of
from shared.kernel.stream import ProposeUndo, Puzzle
from tests.shared.kernel.kit import Add, Added, Count, OpenCount, added, game_of, without
from tests.support.forks import audited_fork, fork_of
from tests.support.journal import Journal
from tests.support.releases import change_game

SEATS: Final = (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"))
FIVE: Final = Goal(reach="five", seat="ann", turns=2)
REACHED: Final = GoalReached(reach="five", seat="ann")
LAST: Final = 9
FIVES: Final = 5
DECISIONS: Final = 3
"""The level of an audit at which commands are decided again."""


class Turns(Count, frozen=True, kw_only=True):
    """A state with a count and the number of additions, each of which is a turn."""

    turns: int = 0


@fold
def turned(state: Turns, event: Added) -> Turns:
    """Add the number, and start the next turn."""
    return replace(state, number=state.number + event.number, turns=state.turns + 1)


def has_five(state: Turns, _: str) -> bool | None:
    """Return True if the count is 5, False if it is above 5 and can no longer become 5, and otherwise None."""
    return None if state.number < FIVES else state.number == FIVES


GAME: Final = game_of(
    *without(added), turned, state=Turns, undoing=Undoing(default="own until known"),
    timing=Timing(over=lambda state: state.number == LAST),
    forking=Forking(goals={"five": GoalKind(turn=lambda state: state.turns, reached=has_five)}),
)  # fmt: skip


def count_up(*numbers: int) -> Journal[Any]:
    """Return a stream to which these numbers were added."""
    journal = Journal(GAME, OpenCount(seats=SEATS))
    for number in numbers:
        journal.send(Add(number=number), "ann")
    return journal


def puzzle(goal: Goal = FIVE) -> Journal[Any]:
    """Return a puzzle that starts with a count of 2."""
    parent = count_up(2)
    return fork_of(parent, parent.stream.version, goal=goal)


def goal_missed(why: Any) -> GoalMissed:  # noqa: ANN401 one of three reasons
    """Return an event that records the missed goal, with this reason."""
    return GoalMissed(reach="five", seat="ann", why=why)


@pytest.mark.rule("AR-PUZZLE-01")
def test_a_puzzle_records_its_goal() -> None:
    """A puzzle's opening records the goal and the last turn in which it can be reached.

    The opening of a plain fork records neither.
    """
    made, plain = puzzle(), fork_of(count_up(2), 5)
    begun = made.events[-1]

    assert isinstance(begun, Forked)
    assert begun.goal == PuzzleGoal(reach="five", seat="ann", turns=2, last=2)
    assert made.stream.puzzle == Puzzle(goal=begun.goal)
    assert made.replay() == made.stream
    assert plain.stream.puzzle is None
    assert b"goal" not in plain.records[0].public


@pytest.mark.rule("AR-PUZZLE-01")
def test_a_puzzle_that_begins_before_the_first_turn_counts_from_it() -> None:
    """A puzzle with a limit of one turn that starts in turn 0 can be solved in turn 1, and is missed in turn 2."""
    parent = count_up()
    goal = replace(FIVE, turns=1)
    for numbers, end in (((1,), ()), ((5,), (REACHED,)), ((1, 1), (goal_missed("late"),))):
        made = fork_of(parent, parent.stream.version, goal=goal)
        assert made.stream.puzzle is not None
        assert made.stream.puzzle.goal.last == 1
        events = [made.send(Add(number=number), "ann")[1:] for number in numbers]
        assert events[-1] == end
    longer = fork_of(parent, parent.stream.version, goal=replace(FIVE, turns=3))
    assert longer.stream.puzzle is not None
    assert longer.stream.puzzle.goal.last == 3


@pytest.mark.rule("AR-PUZZLE-01")
def test_a_game_without_puzzles_refuses_every_goal() -> None:
    """A game without puzzles refuses every goal, and its refusal names no goal that could be chosen instead."""
    parent = Journal(game_of(*without()), OpenCount(seats=SEATS))
    with pytest.raises(GoalUnknown) as refused:
        fork_of(parent, parent.stream.version, goal=FIVE)
    assert refused.value.needs == "a game that has puzzles"


@pytest.mark.rule("AR-PUZZLE-01")
@pytest.mark.parametrize(
    ("numbers", "goal", "met", "field"),
    [
        ((2,), replace(FIVE, reach="six"), GoalUnknown, "goal.reach"),
        ((2,), replace(FIVE, seat="eve"), SeatUnknown, "goal.seat"),
        ((5,), FIVE, GoalDecided, "at"),
        ((6,), FIVE, GoalDecided, "at"),
    ],
)
def test_what_is_no_puzzle(numbers: tuple[int, ...], goal: Goal, met: type[Refusal], field: str) -> None:
    """The kernel refuses an unknown goal, an unknown seat, and a goal that is already reached or missed."""
    parent = count_up(*numbers)
    with pytest.raises(met) as refused:
        fork_of(parent, parent.stream.version, goal=goal)
    assert refused.value.field == field


@pytest.mark.rule("AR-PUZZLE-02")
def test_a_goal_is_reached_once() -> None:
    """The event that the goal is reached follows the winning move. Later moves and undos do not change it."""
    made = puzzle()
    start = made.stream.version
    assert made.send(Add(number=3), "ann") == (Added(number=3), REACHED)
    assert made.stream.puzzle is not None
    assert (made.stream.puzzle.status, made.stream.puzzle.why) == ("reached", None)

    made.send(ProposeUndo(to=start), "ann")
    assert made.state.number == 2
    assert made.send(Add(number=3), "ann") == (Added(number=3),)
    assert made.send(Add(number=2), "ann") == (Added(number=2),)
    assert made.stream.puzzle.status == "reached"
    assert made.replay() == made.stream
    made.close()
    assert [type(event) for event in made.events].count(GoalReached) == 1
    assert not [event for event in made.events if isinstance(event, GoalMissed)]


@pytest.mark.rule("AR-PUZZLE-03")
@pytest.mark.parametrize(("numbers", "why"), [((1, 1), "late"), ((4,), "lost"), ((7,), "lost")])
def test_a_goal_is_missed(numbers: tuple[int, ...], why: str) -> None:
    """A goal is missed when its last turn is over, when it can no longer be reached, or when the game ends."""
    made = puzzle()
    for number in numbers[:-1]:
        assert made.send(Add(number=number), "ann") == (Added(number=number),)
    events = made.send(Add(number=numbers[-1]), "ann")

    assert events[:2] == (Added(number=numbers[-1]), goal_missed(why))
    assert made.stream.puzzle is not None
    assert (made.stream.puzzle.status, made.stream.puzzle.why) == ("missed", why)
    assert made.stream.closed == (made.state.number == LAST)
    assert made.replay() == made.stream


@pytest.mark.rule("AR-PUZZLE-03")
def test_a_closed_puzzle_is_missed() -> None:
    """Closing a puzzle records the missed goal before the end.

    A puzzle that was already decided gets no second event.
    """
    made = puzzle()
    made.close()
    assert [type(event).__name__ for event in made.events[-3:]] == ["GoalMissed", "SeedRevealed", "StreamClosed"]
    assert made.events[-3] == goal_missed("closed")
    assert made.replay() == made.stream


@pytest.mark.rule("AR-PUZZLE-01", "AR-PUZZLE-02")
def test_an_audit_decides_the_goal_again() -> None:
    """An audit with the parent's log proves an honest puzzle.

    The audit refutes a puzzle with another last turn, or without the event about its goal.
    """
    parent = count_up(2)
    made = fork_of(parent, parent.stream.version, goal=FIVE)
    made.send(Add(number=3), "ann")
    made.close()
    assert audited_fork(made, parent.lines()).conclusion == "proven"

    kind = GAME.forking.goals["five"]
    for lie in (
        GoalKind(turn=lambda state: state.turns + 7, reached=kind.reached),
        GoalKind(turn=kind.turn, reached=lambda *_: None),
    ):
        liar = change_game(GAME, forking=Forking(goals={"five": lie}))
        forged = fork_of(replayed_by(liar, parent), parent.stream.version, goal=FIVE)
        forged.send(Add(number=3), "ann")
        forged.close()
        forged.rules = GAME
        report = audited_fork(forged, parent.lines())
        assert report.failure is not None
        assert report.failure.level == DECISIONS


def replayed_by(game: Game[Any], journal: Journal[Any]) -> Journal[Any]:
    """Return the journal of the same stream on a server with other rules."""
    other = copy(journal)
    other.rules, other.reader = game, log_reader_of(game)
    return other
