"""The goal of puzzles in campaigns: a seat wins the fight within some rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from shared.kernel.campaign.house import foes_of
from shared.kernel.campaign.state import RosterCampaign
from shared.kernel.goals import GoalKind
from shared.kernel.messages import Seat

S = TypeVar("S", bound=RosterCampaign)
WIN = "win"


def win_the_fight(left: Callable[[S, str], int]) -> Mapping[str, GoalKind[S]]:
    """Return the goals of a campaign: `win`, which a seat reaches once none of its foes in the fight can still fight.

    `left` returns the points that a character or an enemy has left, 0 if it is down; it reads public facts only. The
    goal is out of reach once the fight is over or no character of the seat is left in it.

    Rule:    AR-PUZZLE-04
    """

    def reached(state: S, seat: Seat) -> bool | None:
        """Whether the seat has won the fight; None while it goes on."""
        fight = state.fight
        if fight is None or not any(
            state.owner(one.id) == seat and state.takes_turns(one.id) for one in fight.participants
        ):
            return False
        return None if foes_of(state, seat, left) else True

    return {WIN: GoalKind(turn=_round, reached=reached)}


def _round(state: RosterCampaign) -> int:
    """Return the number of the round of the fight; 0 without one."""
    return 0 if state.fight is None else state.fight.round
