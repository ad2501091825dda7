"""Goals of puzzles: what a seat has to achieve on a fork, and in how many turns.

Each game declares its goals, and whether one is reached in a state. A goal depends on public facts only, so that the
end of a puzzle reveals nothing hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Meta, Struct

from shared.kernel.messages import MAX_NUMBER, Seat, StreamEvent

S = TypeVar("S")

MOST_TURNS: Final = 100
GoalName: TypeAlias = Annotated[
    str, Meta(pattern=r"^[a-z][a-z_]{0,31}\Z", description="a goal that the game offers", examples=["win"])
]
Missed: TypeAlias = Literal["late", "lost", "closed"]
"""The reason for a missed goal: its last turn is over, it can no longer be reached, or the stream was closed."""
GoalStatus: TypeAlias = Literal["open", "reached", "missed"]


class Goal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The goal of a puzzle: what a seat has to achieve, and in how many turns, the current one included.

    In a campaign, the rounds of the fight count as turns.
    """

    reach: GoalName
    seat: Seat
    turns: Annotated[int, Meta(ge=1, le=MOST_TURNS)] = 1


class PuzzleGoal(Struct, frozen=True, kw_only=True):
    """The goal of an opened puzzle; `last` is the number of the last turn in which the goal can be reached."""

    reach: str
    seat: str
    turns: Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
    last: int


class GoalReached(StreamEvent, frozen=True, kw_only=True):
    """The puzzle's goal was reached. Rule: AR-PUZZLE-02."""

    reach: str
    seat: str


class GoalMissed(StreamEvent, frozen=True, kw_only=True):
    """The puzzle's goal can no longer be reached.

    `late`: the last turn for the goal is over. `lost`: the seat can no longer reach the goal, or the game has ended.
    `closed`: the stream was closed.

    Rule: AR-PUZZLE-03
    """

    reach: str
    seat: str
    why: Missed


class Obstacle(NamedTuple):
    """The reason why a seat cannot be given a goal in a state, in words: the unmet condition, and the actual situation.

    `ever` is False if no seat can reach the goal in this stream at any version.
    """

    needs: str
    has: str
    ever: bool = True


def no_obstacle(_state: object, _seat: Seat) -> Obstacle | None:
    """Return None, because nothing prevents a seat from being given the goal. This is the default."""
    return None


class GoalKind(Struct, Generic[S], frozen=True, kw_only=True):
    """A goal that a game's puzzles may have.

    `turn` returns the number of the current turn. `reached` returns True if the seat has reached the goal, False if it
    can no longer reach it, and None while the goal is open. `obstacle` returns in words why a seat cannot be given the
    goal. All three functions read public facts only.
    """

    turn: Callable[[S], int]
    reached: Callable[[S, Seat], bool | None]
    obstacle: Callable[[S, Seat], Obstacle | None] = no_obstacle
