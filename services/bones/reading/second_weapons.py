"""The dice of a fighting roll that do not count: those of a second weapon without a Two Weapon icon."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from services.bones.faces import parts
from services.bones.reading.races import masteries, used_up
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Item
from services.bones.state.rolls import Roll, Shown

TWO_WEAPON: Final = "Melee:Two Weapon"


def idle(state: CampaignState, roll: Roll, second: Sequence[Item]) -> Collection[str]:
    """Return the dice of a roll that do not count: those of the `second` weapons if no Two Weapon icon shows.

    A racial icon that was given away or used as a command does not count either.

    Rule: BN-MAST-23, BN-R-003, BN-R-033, BN-R-380
    """
    used = {one.die for one in roll.standing if used_up(state, roll, one)} if roll.given or roll.told else ()
    if not second or not needs_icon(state) or any(icons(state, roll)):
        return used
    return {*used, *(item.id for item in second)}


def needs_icon(state: CampaignState) -> bool:
    """Return whether a second weapon counts only with a Two Weapon icon in the same roll. Rule: BN-R-003, BN-R-033."""
    gm_decides = state.settings.tasks.item_dice_per_roll == "gm_decides"
    return not gm_decides and state.settings.mastery.two_weapon_trigger != "owned"


def icons(state: CampaignState, roll: Roll) -> Iterator[Shown]:
    """Yield the dice of a roll that show a Two Weapon icon, or a racial icon that may be used as one."""
    for shown in roll.standing:
        if not used_up(state, roll, shown) and any(masteries(state, one, TWO_WEAPON) for one in parts(shown.face)):
            yield shown
