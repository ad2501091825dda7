"""The assets, vessels, companions and lackeys to which a creature's mastery icons entitle it."""

from __future__ import annotations

from typing import Final

from services.bones.faces import Part, parts
from services.bones.reading.races import masteries
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature, Service
from shared.kernel.readings import reading

FOR_ONE: Final = 2
"""The number of icons that give one asset or small vessel, and of small vessels that a large one replaces."""
LEADS: Final[dict[Service, str]] = {
    "companion": "Outdoorsman:Animal Friend", "lackey": "Social:Boss", "crew": "Sailor:Captain",
}  # fmt: skip
"""The mastery icon that each kind of follower needs."""


@reading
def _variants(one: Creature) -> tuple[Part, ...]:
    """Return the mastery and racial icons on a creature's dice, including lost dice."""
    shown = (part for die in one.dice for face in die.faces for part in parts(face))
    return tuple([part for part in shown if part.variant is not None])


def icons_owned(state: CampaignState, one: Creature, icon: str) -> int:
    """Return how many times a mastery icon is on a creature's dice, including lost dice. Rule: BN-R-024, BN-R-380."""
    return sum([masteries(state, part, icon) for part in _variants(one)])


def assets(state: CampaignState, one: Creature) -> int:
    """Return how many small assets a creature's mastery icons give it. Rule: BN-MAST-27, BN-R-025."""
    return icons_owned(state, one, "Merchant:Merchant Prince") // FOR_ONE


def vessels(state: CampaignState, one: Creature) -> tuple[int, int]:
    """Return the numbers of small and large vessels of a creature. Rule: BN-MAST-42, BN-R-025."""
    small = icons_owned(state, one, LEADS["crew"]) // FOR_ONE
    large = min(one.large, small // FOR_ONE)
    return small - FOR_ONE * large, large


def dice_of_follower(state: CampaignState, one: Creature, service: Service) -> int:
    """Return the maximum number of dice of a companion or lackey, or 0 if the creature may not have one.

    Rule: BN-MAST-31, BN-MAST-47, BN-R-026
    """
    icons = icons_owned(state, one, LEADS[service])
    return icons and icons + 1
