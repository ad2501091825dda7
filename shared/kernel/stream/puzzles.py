"""Puzzles: forks with a goal, which is held against the state after each decision of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from shared.kernel.forked import state_in
from shared.kernel.game import Game
from shared.kernel.goals import Goal, GoalMissed, GoalReached, Missed, PuzzleGoal
from shared.kernel.messages import Event
from shared.kernel.refusals import GoalDecided, GoalUnknown, SeatUnknown
from shared.kernel.stream.state import Puzzle, Stream

S = TypeVar("S")


def goal_for(game: Game[S], goal: Goal, *, text: str, seats: Sequence[str]) -> PuzzleGoal:
    """Return the goal of a fork that begins with a state, as its opening records it.

    Shape:   text: the state with which the fork begins; seats: the names of its seats
    Rule:    AR-PUZZLE-01
    Refuses: GoalUnknown, SeatUnknown, GoalDecided
    """
    kind = game.forking.goals.get(goal.reach)
    if kind is None:
        raise GoalUnknown(needs=tuple(game.forking.goals), has=goal.reach, field="goal.reach")
    if goal.seat not in seats:
        raise SeatUnknown(needs=tuple(seats), has=goal.seat, field="goal.seat")
    state: S = state_in(game.state, text)
    reached = kind.reached(state, goal.seat)
    if reached is not None:
        raise GoalDecided(needs="an open goal", has="reached" if reached else "out of reach", field="at")
    last = kind.turn(state) + goal.turns - 1
    return PuzzleGoal(reach=goal.reach, seat=goal.seat, turns=goal.turns, last=last)


def events_of_goal(game: Game[S], stream: Stream[S], state: S) -> Sequence[Event]:
    """Return the event with which an open goal ends in a state, if it ends there. It refuses nothing and draws nothing.

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
        return _missed(puzzle, "lost")
    return _missed(puzzle, "late") if kind.turn(state) > goal.last else ()


def goal_at_close(stream: Stream[S]) -> Sequence[Event]:
    """Return the event with which an open goal ends when its stream is closed. Rule: AR-PUZZLE-03."""
    puzzle = stream.puzzle
    return () if puzzle is None or puzzle.status != "open" else _missed(puzzle, "closed")


def _missed(puzzle: Puzzle, why: Missed) -> Sequence[Event]:
    return (GoalMissed(reach=puzzle.goal.reach, seat=puzzle.goal.seat, why=why),)
