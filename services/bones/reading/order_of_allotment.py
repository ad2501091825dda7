"""The order in which the fighters of a round allot their successes."""

from __future__ import annotations

from itertools import groupby

from services.bones.reading import owned
from services.bones.reading.taking_part import acts, is_cast, there
from services.bones.state.campaign import CampaignState


def edge(state: CampaignState, who: str) -> bool:
    """Return whether a rider has the edge in a fight, so that it allots later than fighters on foot.

    The rider needs a Riding icon, or a racial icon that may be used as one, and a war-trained mount that can act.

    Rule: BN-MNT-01, BN-CAMP-74, BN-R-122, BN-R-380
    """
    one = state.characters[who]
    mount = None if one.mount is None else state.characters.get(one.mount)
    if mount is None or not (mount.war_trained and acts(state, mount.id)):
        return False
    lost = state.settings.combat.riding_skill_means == "icon_on_any_die"
    dice = one.dice if lost else one.left
    return any(die.bears("Riding") for die in dice) or (
        state.amended and any(owned.borne(state, die.faces, "Riding") for die in dice)
    )


def groups(state: CampaignState) -> tuple[tuple[str, ...], ...]:
    """Return the groups of fighters in the order in which they allot. The fighters of a group allot together.

    Hordes do not allot.

    Rule: BN-CMB-03, BN-MNT-02, BN-MNT-03, BN-PRONE-04, BN-HORDE-01, BN-R-101, BN-R-102, BN-R-269, BN-R-270
    """
    able = [one.id for one in there(state) if one.said.strikes and one.rolls]
    fight = [who for who in able if state.characters[who].kind != "horde"]
    ranks = {who: rank(state, who) for who in fight}
    ordered = sorted(fight, key=ranks.__getitem__)
    if state.settings.combat.same_side_allocation == "gm_order":
        return tuple((who,) for who in ordered)
    return tuple(tuple(together) for _, together in groupby(ordered, key=ranks.__getitem__))


def rank(state: CampaignState, who: str) -> tuple[bool, ...]:
    """Return a sort key for the order of allotting, as the settings define it. Rule: BN-R-101, BN-R-270."""
    one, rules = state.characters[who], state.settings.combat
    order = rules.allocation_priority
    rides = edge(state, who) and not (one.prone and order[0] == "prone")
    with_cast = is_cast(state, who) and not (one.kind == "beast" and rules.beasts_allocate == "with_characters")
    later = {"prone": not one.prone, "on_foot": rides, "cast": not with_cast}
    return tuple(later[rule] for rule in order)
