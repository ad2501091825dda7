"""Using magic: who can use it, how often it is safe, the successes that a roll loses, and the added difficulty."""

from __future__ import annotations

from typing import Final

from services.bones.catalogue import MASTERY
from services.bones.faces import Part, parts
from services.bones.reading.owned import borne
from services.bones.reading.races import uses as uses_of
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Die
from services.bones.state.tasks import Terms

PERIOD: Final = 4
"""The hours during which uses of magic add up, and the hours of complete rest that end fatigue.

Source: BN-MAG-08, BN-MAG-11
"""
MOST_USES: Final = 1000
"""The maximum number of uses that are counted. No caster can lose more successes than this."""
OPENS: Final = {10: 3, 5: 2}
"""The number of themes that a creature may have, by the number of its dice with a Magic icon.

Source: BN-THEME-02, BN-THEME-03
"""
SERVES: Final = ("art", "healing")


def wields(state: CampaignState, who: str) -> bool:
    """Return whether one of a creature's own dice, lost or not, has an icon that counts as Magic.

    Rule: BN-THEME-01, BN-R-162
    """
    return any(borne(state, die.faces, "Magic", SERVES) for die in state.characters[who].dice)


def themes_open(state: CampaignState, who: str) -> int:
    """Return how many themes a creature may have. Its lost dice count too.

    Rule: BN-THEME-01, BN-THEME-02, BN-THEME-03, BN-R-161, BN-R-197
    """
    racial = state.settings.magic.racial_counts_for_themes
    dice = sum(_magic(state, die, racial=racial) > 0 for die in state.characters[who].dice)
    return next((themes for least, themes in OPENS.items() if dice >= least), 1)


def safe_level(state: CampaignState, who: str) -> int:
    """Return how many times a creature may safely use magic in four hours. Rule: BN-MAG-08, BN-R-156, BN-R-157."""
    one, counts = state.characters[who], state.settings.magic.safe_level_counts
    dice = one.dice if state.settings.tasks.cap_counts_lost_dice else one.left
    racial, serving = counts != "magic_only", counts == "any_that_serve_magic"
    return sum(_magic(state, die, racial=racial, serving=serving) for die in dice)


def _magic(state: CampaignState, die: Die, *, racial: bool, serving: bool = False) -> int:
    """Return the number of Magic icons on a die, including other icons that count as Magic."""
    return sum(
        _counts(state, part, racial=racial, serving=serving) for face in die.faces for part in parts(face)
    )  # fmt: skip


def _counts(state: CampaignState, part: Part, *, racial: bool, serving: bool) -> int:
    if part.icon == "Racial":
        serving = serving and state.amended
        found = (use for one in uses_of(state, part) for use in parts(one))
        return int(racial and any(_counts(state, use, racial=False, serving=serving) for use in found))
    if part.icon == "Magic":
        return part.count
    mastery = MASTERY.get(part.name)
    return int(serving and mastery is not None and any("Magic" in option for option in mastery.options))


def uses_counted(state: CampaignState, who: str) -> int:
    """Return how many of a creature's uses of magic count now.

    All its uses since the last rest count if the creature is fatigued, and otherwise those of a period of four hours.
    The setting `fatigue_window` says whether the period is fixed or ends now. Off stage none count.

    Rule: BN-MAG-08, BN-MAG-11, BN-R-154, BN-R-366
    """
    one = state.characters[who]
    if off_stage(state):
        return 0
    if one.fatigued:
        return len(one.uses)
    if state.settings.magic.fatigue_window == "fixed":
        return len(one.uses) if one.uses and one.uses[0] < PERIOD else 0
    return sum(ago < PERIOD for ago in one.uses)


def successes_lost(state: CampaignState, who: str) -> int:
    """Return the successes that a creature's next use of magic loses. Rule: BN-MAG-09, BN-R-366."""
    return 0 if off_stage(state) else max(min(uses_counted(state, who) + 1, MOST_USES) - safe_level(state, who), 0)


def off_stage(state: CampaignState) -> bool:
    """Return whether a season is open, so that uses of magic are hours apart. Rule: BN-R-082, BN-R-366."""
    return state.amended and state.season is not None


def harder(state: CampaignState, terms: Terms, who: str, *, fight: bool = False) -> int:
    """Return how many levels magic adds to a difficulty, including those that shackles add.

    Rule: BN-MAG-05, BN-MAG-17, BN-MAGC-04, BN-ADV-02, BN-R-160, BN-R-225, BN-R-226
    """
    magic = terms.skill == "Magic"
    hinders = magic or state.settings.adventure.shackles_hinder_other_tasks
    raised = magic and not terms.own_level and not fight
    return raised + (state.characters[who].shackled if hinders else 0)
