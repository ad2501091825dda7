"""Computer players: when they act for a seat, and which foes they fight. The code uses only public facts."""

from __future__ import annotations

from services.bones.reading.taking_part import owes, there
from services.bones.state.campaign import CampaignState
from shared.kernel.campaign.house import MOST_ROUNDS
from shared.kernel.campaign.keeping import in_order
from shared.kernel.goals import Obstacle
from shared.kernel.messages import Seat


def stands(state: CampaignState, who: str) -> int:
    """Return 1 for a creature that can act, and 0 for one that is incapacitated or dead.

    While a season closes, outcomes that are still hidden do not count.
    """
    one = state.before.get(who, state.characters[who])
    return int(not (one.down or one.dead))


def foes(state: CampaignState, seat: Seat) -> tuple[str, ...]:
    """Return the foes of a seat that can act: the fighters on other sides, in the order of creation.

    If all fighters are on the same side, the foes are the creatures of other seats.

    Rule: AR-HOUSE-07
    """
    sides = {one.id: one.side for one in there(state)}
    ours = {side for who, side in sides.items() if state.owner(who) == seat}
    has_sides = len({*sides.values()}) > 1
    every = (who for who, side in sides.items() if (side not in ours if has_sides else state.owner(who) != seat))
    return in_order(who for who in every if stands(state, who))


def has_won(state: CampaignState, seat: Seat) -> bool | None:
    """Return whether a seat has won the fight, or None while the fight continues.

    A seat has not won if it has no creature in the fight, or if none of its fighters can act.

    Rule: AR-PUZZLE-04, BN-CAMP-203
    """
    own = [one.id for one in there(state) if state.owner(one.id) == seat]
    if state.combat is None or not own:
        return False
    if foes(state, seat):
        return None
    return not state.amended or any(stands(state, who) for who in own)


def cannot_win(state: CampaignState, seat: Seat) -> Obstacle | None:
    """Return the reason why a puzzle cannot ask a seat to win the fight, or None if it can.

    A puzzle cannot ask this if there is no fight, or if none of the seat's creatures is in it.

    Rule: AR-PUZZLE-01
    """
    if state.combat is None:
        return Obstacle("a version at which a fight goes on", "no fight")
    if not any(state.owner(one.id) == seat for one in there(state)):
        return Obstacle("a seat with a creature in the fight", f"{seat}, who has none in it")
    return None


def round_of(state: CampaignState) -> int:
    """Return the number of the current round of the fight, or 0 if there is no fight."""
    return 0 if state.combat is None else state.combat.round


def plays(state: CampaignState, seat: Seat) -> bool:
    """Return whether a computer player must act for a seat.

    The computer player must act if something about one of the seat's creatures is undecided. In a fight, it must also
    act in every stage after the declarations, and must declare while the seat has foes and the fight has not lasted too
    many rounds. It rolls no dice at a physical table, where the game master enters the faces.

    Rule: AR-HOUSE-07, BN-CAMP-214
    """
    fight, at_table = state.combat, state.settings.dice.faces_reported
    if _has_question(state, seat) or (not at_table and _owes(state, seat)):
        return True
    if fight is None or (at_table and fight.stage == "terms"):
        return False
    return fight.stage != "declaring" or (fight.round <= MOST_ROUNDS and bool(foes(state, seat)))


def _owes(state: CampaignState, seat: Seat) -> bool:
    return any(owes(state, who) for who in state.characters if state.owner(who) == seat)


def _has_question(state: CampaignState, seat: Seat) -> bool:
    """Return whether a seat still has to decide about a roll in progress, a wound or a healing of its creatures."""
    rolled = (roll.creature for roll in state.rolls.values() if roll.stage != "final")
    hurt = (wound.creature for wound in state.wounds.values())
    healed = (healing.creature for healing in state.healings.values())
    return any(state.owner(who) == seat for who in (*rolled, *hurt, *healed))
