"""The successes that circumstances subtract from a roll."""

from __future__ import annotations

from typing import Final

from services.bones.settings import Settings
from services.bones.state.tasks import Circumstances, Light

ATTACKS: Final = ("Melee", "Missile", "Unarmed")
DARKNESS: Final[dict[Light, int]] = {"bright": 0, "partial darkness": 2, "total darkness": 4}
"""The number of successes that a roll loses at each level of light. Source: BN-COVER-08, BN-COVER-09."""
STEP: Final = {"open": 50, "broken": 20}
"""The distance in metres that costs Perception one success, by kind of ground. Source: BN-DIST-01, BN-DIST-02."""
FOR_A_SUCCESS: Final = 20
"""The percentage of cover that costs one success. Source: BN-COVER-02."""


def steps(amount: int, each: int, rounding: str) -> int:
    """Return how many times `each` fits into an amount. If rounding up, a partial step counts as well."""
    return -(-amount // each) if rounding == "up" else amount // each


def distance(rules: Settings, skill: str, here: Circumstances) -> int:
    """Return the successes that a roll loses to distance. Rule: BN-DIST-01, BN-DIST-02, BN-R-130."""
    if skill != "Perception":
        return 0
    return steps(here.distance, STEP[here.ground], rules.tasks.perception_distance_rounding)


def darkness(rules: Settings, skill: str, here: Circumstances) -> int:
    """Return the successes that an attack, or Perception by sight, loses to darkness.

    Rule: BN-COVER-07 to -09, BN-R-129
    """
    when = rules.tasks.darkness_affects_perception
    looks = skill == "Perception" and (when == "always" or (when == "by_sight" and "by_sight" in here.aids))
    return DARKNESS[here.light] if looks or skill in ATTACKS else 0


def cover(rules: Settings, skill: str, here: Circumstances) -> int:
    """Return the successes that an attack, or Perception by sight, loses to cover.

    Rule: BN-COVER-02, BN-R-123, -128, -282
    """
    looks = skill == "Perception" and rules.tasks.cover_affects_perception and "by_sight" in here.aids
    attacks = skill in ATTACKS and (skill == "Missile" or rules.cover.cover_affects_melee)
    return steps(here.cover, FOR_A_SUCCESS, rules.cover.cover_rounding) if looks or attacks else 0
