"""Puzzles: forks with a goal, which the kernel checks after each decision of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from shared.kernel.forked import state_in
from shared.kernel.game import Game
from shared.kernel.goals import Goal, GoalKind, GoalMissed, GoalReached, Missed, PuzzleGoal
from shared.kernel.messages import Event
from shared.kernel.refusals import GoalDecided, GoalImpossible, GoalUnknown, SeatUnknown
from shared.kernel.stream.state import Puzzle, Stream

S = TypeVar("S")

FIRST_TURN: Final = 1
"""The number of the first turn. If a goal is set in turn 0, before the first turn, its turns count from turn 1."""


def goal_for(game: Game[S], goal: Goal, *, text: str, seats: Sequence[str]) -> PuzzleGoal:
    """Return the goal of a fork that starts from a state, as the fork's opening records it.

    Shape:   text: the state from which the fork starts; seats: the names of its seats
    Rule:    AR-PUZZLE-01
    Refuses: GoalUnknown, SeatUnknown, GoalDecided, GoalImpossible
    """
    kind = game.forking.goals.get(goal.reach)
    if kind is None:
        known = tuple(game.forking.goals)
        raise GoalUnknown(needs=known or "a game that has puzzles", has=goal.reach, field="goal.reach")
    if goal.seat not in seats:
        raise SeatUnknown(needs=tuple(seats), has=goal.seat, field="goal.seat")
    state: S = state_in(game.state, text)
    _check_open(kind, state, goal)
    last = max(kind.turn(state), FIRST_TURN) + goal.turns - 1
    return PuzzleGoal(reach=goal.reach, seat=goal.seat, turns=goal.turns, last=last)


def _check_open(kind: GoalKind[S], state: S, goal: Goal) -> None:
    """Check that a goal is neither reached nor out of reach. Refuses: GoalDecided, GoalImpossible."""
    obstacle, reached = kind.obstacle(state, goal.seat), kind.reached(state, goal.seat)
    if obstacle is not None:
        refusal = GoalDecided if obstacle.ever else GoalImpossible
        raise refusal(needs=obstacle.needs, has=obstacle.has, field="at" if obstacle.ever else "goal.reach")
    if reached is not None:
        raise GoalDecided(needs="an open goal", has="reached" if reached else "out of reach", field="at")


def events_of_goal(game: Game[S], stream: Stream[S], state: S) -> Sequence[Event]:
    """Return the event that ends an open goal in this state, if any. The function draws nothing, and never refuses.

    Rule:    AR-PUZZLE-02, AR-PUZZLE-03
    """
    puzzle = stream.puzzle
    if puzzle is None or puzzle.status != "open":
        return ()
    goal = puzzle.goal
    kind = game.forking.goals.get(goal.reach)
    if kind is None:  # another release knew this goal: it stays open until the stream ends
        return ()
    reached = kind.reached(state, goal.seat)
    if reached:
        return (GoalReached(reach=goal.reach, seat=goal.seat),)
    if reached is False or game.timing.over(state):
        return _miss(puzzle, "lost")
    return _miss(puzzle, "late") if kind.turn(state) > goal.last else ()


def goal_at_close(stream: Stream[S]) -> Sequence[Event]:
    """Return the event that ends an open goal when its stream is closed. Rule: AR-PUZZLE-03."""
    puzzle = stream.puzzle
    return () if puzzle is None or puzzle.status != "open" else _miss(puzzle, "closed")


def _miss(puzzle: Puzzle, why: Missed) -> Sequence[Event]:
    return (GoalMissed(reach=puzzle.goal.reach, seat=puzzle.goal.seat, why=why),)
