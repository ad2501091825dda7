"""What mastery icons give to own: assets, vessels, companions and lackeys."""

from __future__ import annotations

from typing import Final

from services.bones.faces import parts
from services.bones.state.creatures import Creature, Service

FOR_ONE: Final = 2
"""So many icons are one asset or one small vessel, and so many small vessels a large one."""
LEADS: Final[dict[Service, str]] = {
    "companion": "Outdoorsman:Animal Friend", "lackey": "Social:Boss", "crew": "Sailor:Captain",
}  # fmt: skip
"""The mastery by which a creature has each of those who serve it."""


def icons_owned(one: Creature, icon: str) -> int:
    """Return how many of an icon stand on all dice of a creature, on lost ones too. Rule: BN-R-024."""
    shown = (part for die in one.dice for face in die.faces for part in parts(face))
    return sum(part.count for part in shown if part.name == icon)


def assets(one: Creature) -> int:
    """Return how many small assets a creature has by its own mastery. Rule: BN-MAST-27, BN-R-025."""
    return icons_owned(one, "Merchant:Merchant Prince") // FOR_ONE


def vessels(one: Creature) -> tuple[int, int]:
    """Return the small and the large vessels of a creature. Rule: BN-MAST-42, BN-R-025."""
    small = icons_owned(one, LEADS["crew"]) // FOR_ONE
    large = min(one.large, small // FOR_ONE)
    return small - FOR_ONE * large, large


def dice_of_follower(one: Creature, service: Service) -> int:
    """Return the dice of a companion or a lackey; 0 where there is none. Rule: BN-MAST-31, BN-MAST-47, BN-R-026."""
    icons = icons_owned(one, LEADS[service])
    return icons and icons + 1
