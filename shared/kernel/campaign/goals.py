"""The goal of puzzles in campaigns: a seat must win the fight within a limited number of rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from shared.kernel.campaign.house import foes_of
from shared.kernel.campaign.state import RosterCampaign
from shared.kernel.goals import GoalKind, Obstacle
from shared.kernel.messages import Seat

S = TypeVar("S", bound=RosterCampaign)
WIN = "win"


def _can_fall(_state: RosterCampaign, _who: str) -> bool:
    """Return True, because in most games damage can bring every character down."""
    return True


def win_the_fight(
    stands: Callable[[S, str], int], can_fall: Callable[[S, str], bool] = _can_fall
) -> Mapping[str, GoalKind[S]]:  # fmt: skip
    """Return a campaign's only goal, `win`: a seat reaches it once all its foes in the fight are down.

    `stands` returns 0 for a character or enemy that is down. `can_fall` returns whether the settings and the sheet
    allow a character or enemy to go down at all. Both functions read public facts only. The goal is out of reach once
    the fight is over or the seat has no character left in it. The server refuses a puzzle with a foe that cannot fall.

    Rule:    AR-PUZZLE-04
    """

    def has_won(state: S, seat: Seat) -> bool | None:
        """Whether the seat has won the fight; None while the fight is still open.

        From version 2 of the decision rules on, a seat whose own characters are all down has not won.
        """
        if not (own := _own_fighters(state, seat)):
            return False
        if foes_of(state, seat, stands):
            return None
        return not state.amended or any(stands(state, who) for who in own)

    def obstacle(state: S, seat: Seat) -> Obstacle | None:
        """Return why a seat cannot win, or None.

        The reasons are that there is no fight, that the seat has no character in it, or that damage cannot bring down a
        foe.
        """
        if state.fight is None:
            return Obstacle("a version at which a fight goes on", "no fight")
        if not _own_fighters(state, seat):
            return Obstacle("a seat with a character in the fight", f"{seat}, who has none in it")
        lasting = [foe for foe in foes_of(state, seat, stands) if not can_fall(state, foe)]
        if not lasting:
            return None
        return Obstacle("foes that damage can bring down", f"{lasting[0]}: damage cannot bring it down", ever=False)

    return {WIN: GoalKind(turn=_round, reached=has_won, obstacle=obstacle)}


def _own_fighters(state: RosterCampaign, seat: Seat) -> tuple[str, ...]:
    """Return the characters of the seat that take turns in the fight."""
    there = () if state.fight is None else state.fight.participants
    return tuple(one.id for one in there if state.owner(one.id) == seat and state.takes_turns(one.id))


def _round(state: RosterCampaign) -> int:
    """Return the round number of the fight; 0 if there is no fight."""
    return 0 if state.fight is None else state.fight.round
