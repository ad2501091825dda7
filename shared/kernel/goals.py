"""Goals of puzzles: what a seat has to reach on a fork, and in how many turns.

A game says which goals it knows, and whether one is reached in a state. It reads public facts only, so that the end of
a puzzle reveals nothing hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Meta, Struct

from shared.kernel.messages import MAX_NUMBER, Seat, StreamEvent

S = TypeVar("S")

MOST_TURNS: Final = 100
GoalName: TypeAlias = Annotated[
    str, Meta(pattern=r"^[a-z][a-z_]{0,31}\Z", description="a goal that the game knows", examples=["win"])
]
Missed: TypeAlias = Literal["late", "lost", "closed"]
"""Why a goal is missed: its last turn is over, it can no longer be reached, or the stream was closed."""
GoalStatus: TypeAlias = Literal["open", "reached", "missed"]


class Goal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The goal of a puzzle: what a seat has to reach, and in how many turns, counting the present one.

    In a campaign, the rounds of the fight count as turns.
    """

    reach: GoalName
    seat: Seat
    turns: Annotated[int, Meta(ge=1, le=MOST_TURNS)] = 1


class PuzzleGoal(Struct, frozen=True, kw_only=True):
    """The goal of a puzzle as it was opened; `last` is the number of the last turn in which the goal can be reached."""

    reach: str
    seat: str
    turns: Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
    last: int


class GoalReached(StreamEvent, frozen=True, kw_only=True):
    """The goal of the puzzle was reached."""

    reach: str
    seat: str


class GoalMissed(StreamEvent, frozen=True, kw_only=True):
    """The goal of the puzzle can no longer be reached.

    Its last turn is over (`late`), the seat or the game cannot get there any more (`lost`), or the stream was `closed`.
    """

    reach: str
    seat: str
    why: Missed


class Obstacle(NamedTuple):
    """Why a seat cannot be given a goal in a state: what it would need, and what there is, in words.

    `ever` is False if nobody can reach the goal in this stream, whatever its version.
    """

    needs: str
    has: str
    ever: bool = True


def no_obstacle(_state: object, _seat: Seat) -> Obstacle | None:
    """Return None: nothing but the state of the goal itself decides whether it can be posed."""
    return None


class GoalKind(Struct, Generic[S], frozen=True, kw_only=True):
    """A goal that the puzzles of a game may have.

    `turn` returns the number of the present turn. `reached` returns True for a state in which a seat has reached the
    goal, False if the seat can no longer reach it, and None while neither is so. `obstacle` says in words why a seat
    cannot be given the goal. All read public facts only.
    """

    turn: Callable[[S], int]
    reached: Callable[[S, Seat], bool | None]
    obstacle: Callable[[S, Seat], Obstacle | None] = no_obstacle
