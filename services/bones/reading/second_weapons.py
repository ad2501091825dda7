"""The dice of a fighting roll that count: those of a second weapon only with a Two Weapon icon."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from services.bones.faces import parts
from services.bones.reading.races import is_racial, masteries
from services.bones.state.campaign import CampaignState
from services.bones.state.rolls import Roll, Shown

TWO_WEAPON: Final = "Melee:Two Weapon"


def counts(state: CampaignState, roll: Roll, shown: Shown, second: Collection[str]) -> bool:
    """Return whether a die of a roll counts. If it belongs to a `second` weapon, it needs a Two Weapon icon.

    Rule: BN-MAST-23, BN-R-003, BN-R-033, BN-R-380
    """
    if shown.struck or roll.empty or shown.kind == "hindering" or used_up(state, roll, shown):
        return False
    return shown.die not in second or not needs_icon(state) or any(icons(state, roll))


def needs_icon(state: CampaignState) -> bool:
    """Return whether a second weapon counts only with a Two Weapon icon in the same roll. Rule: BN-R-003, BN-R-033."""
    gm_decides = state.settings.tasks.item_dice_per_roll == "gm_decides"
    return not gm_decides and state.settings.mastery.two_weapon_trigger != "owned"


def icons(state: CampaignState, roll: Roll) -> Iterator[Shown]:
    """Yield the dice of a roll that show a Two Weapon icon, or a racial icon that may be used as one."""
    for shown in roll.standing:
        if not used_up(state, roll, shown) and any(masteries(state, one, TWO_WEAPON) for one in parts(shown.face)):
            yield shown


def used_up(state: CampaignState, roll: Roll, shown: Shown) -> bool:
    """Return whether a racial icon was used as a success that was given away, or as a command.

    Rule: BN-RACE-03, BN-R-380
    """
    used = state.amended and shown.die in (*roll.given, *roll.told)
    return used and is_racial(shown.face)
