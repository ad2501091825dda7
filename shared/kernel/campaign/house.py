"""Helpers for campaigns in which a computer player ("player of the house") fights for a seat's characters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.order import has_to_roll
from shared.kernel.campaign.state import RosterCampaign
from shared.kernel.game_parts import House
from shared.kernel.messages import Seat
from shared.kernel.refusals import Refusal

S = TypeVar("S", bound=RosterCampaign)
FIGHTER: Final = "fighter"
MOST_ROUNDS: Final = 100
"""The round after which computer players stop fighting. This limit ends fights that nobody can win."""


class NobodyToFightFor(Refusal, rule="AR-HOUSE-06"):
    """This seat has no character that can still lose points to damage: name a seat that has one."""


def waits_for_answers(state: RosterCampaign, _: Seat) -> bool:
    """Whether any question is open. If so, the campaign waits only for the seats that must answer."""
    return bool(state.waiting)


def rolls_alone(_: RosterCampaign) -> bool:
    """Whether players roll for the order of turns themselves. By default, they do."""
    return True


def fighters(
    left: Callable[[S, str], int],
    owes: Callable[[S, Seat], bool] = waits_for_answers,
    rolls: Callable[[S], bool] = rolls_alone,
) -> House[S]:
    """Declare the computer player `fighter`, which fights for a seat's characters.

    `left` returns the points that a character or an enemy has left, 0 if it is down. `owes` returns whether a seat must
    answer a question. `rolls` returns whether players roll for the order of turns themselves; if not, the computer
    player waits until the game master has rolled for its characters.

    Rule:    AR-HOUSE-06
    """

    def has_something_to_do(state: S, seat: Seat) -> bool:
        """Whether the seat must answer a question, or has a foe to fight in a fight that has not lasted too long."""
        fight = state.fight
        goes_on = fight is not None and fight.round <= MOST_ROUNDS
        if owes(state, seat):
            return True
        may_go_on = rolls(state) or seat not in map(state.owner, has_to_roll(state))
        return goes_on and may_go_on and bool(foes_of(state, seat, left))

    return fighters_who_play(has_something_to_do, left)


def fighters_who_play(plays: Callable[[S, Seat], bool], left: Callable[[S, str], int]) -> House[S]:
    """Declare the computer player `fighter`, which acts for a seat while `plays` returns true for that seat.

    Rule:    AR-HOUSE-06
    """

    def check_ready(state: S, seat: Seat) -> None:
        """Check that the seat has a character that can fight. Refuses: NobodyToFightFor."""
        if not any(state.owner(who) == seat and left(state, who) > 0 for who in state.characters):
            raise NobodyToFightFor(needs="a seat with a character that has points to lose", has=seat, field="seat")

    return House(players=(FIGHTER,), check_ready=check_ready, plays=plays)


def foes_of(state: S, seat: Seat, left: Callable[[S, str], int]) -> tuple[str, ...]:
    """Return the foes of a seat that can still fight, in the order of creation.

    Foes are the participants on another side of the fight. If the fight has always had only one side, the foes are the
    characters of other seats.
    """
    fight = state.fight
    if fight is None:
        return ()
    sides = {one.id: one.side for one in fight.participants if state.takes_turns(one.id)}
    ours = {side for who, side in sides.items() if state.owner(who) == seat}
    has_sides = len({one.side for one in (*fight.participants, *fight.away)}) > 1
    return in_order(
        who
        for who, side in sides.items()
        if left(state, who) > 0 and (side not in ours if has_sides else state.owner(who) != seat)
    )
