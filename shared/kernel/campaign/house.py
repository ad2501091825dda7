"""What a campaign needs so that a player of the house can fight for the characters of a seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from shared.kernel.campaign.state import RosterCampaign
from shared.kernel.game_parts import House
from shared.kernel.messages import Seat
from shared.kernel.refusals import Refusal

S = TypeVar("S", bound=RosterCampaign)
FIGHTER: Final = "fighter"
MOST_ROUNDS: Final = 100
"""Rounds of a fight in which the house acts: a fight that nobody can win does not go on for ever."""


class NobodyToFightFor(Refusal, rule="AR-HOUSE-06"):
    """The house fights for characters whose Vitality falls in a fight, and this seat has none: create one first."""


def fighters(left: Callable[[S, str], int]) -> House[S]:
    """Return the players of the house of a campaign: `fighter`. `left` returns the points that a character has left.

    Rule: AR-HOUSE-06
    """

    def has_something_to_do(state: S, seat: Seat) -> bool:
        """Whether a question waits, or the characters of the seat have a foe to fight and the fight is not too long."""
        fight = state.fight
        goes_on = fight is not None and fight.round <= MOST_ROUNDS
        return bool(state.waiting) or (goes_on and bool(foes_of(state, seat, left)))

    return fighters_who_play(has_something_to_do, left)


def fighters_who_play(plays: Callable[[S, Seat], bool], left: Callable[[S, str], int]) -> House[S]:
    """Return the players of the house of a campaign: `fighter`, who acts for a seat in the states in which it `plays`.

    Rule: AR-HOUSE-06
    """

    def check_ready(state: S, seat: Seat) -> None:
        """Check that a character of the seat can fight. Refuses: NobodyToFightFor."""
        if not any(state.owner(who) == seat and left(state, who) > 0 for who in state.characters):
            raise NobodyToFightFor(needs="a seat with a character that can fight", has=seat, field="seat")

    return House(players=(FIGHTER,), check_ready=check_ready, plays=plays)


def foes_of(state: S, seat: Seat, left: Callable[[S, str], int]) -> tuple[str, ...]:
    """Return the foes of a seat that still stand, in the order of creation.

    They are on another side of the fight; in a fight with one side only, they are the characters of other seats.
    """
    fighters = {who: state.fighter(who).side for who in state.known_to_fight if state.fighting(who)}
    ours = {side for who, side in fighters.items() if state.owner(who) == seat}
    has_sides = len({*fighters.values()}) > 1
    return tuple(
        who
        for who, side in fighters.items()
        if left(state, who) > 0 and (side not in ours if has_sides else state.owner(who) != seat)
    )
