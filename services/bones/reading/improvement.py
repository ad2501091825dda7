"""Improvement: the price of a character's next icon in sessions, and the die on which the icon is placed."""

from __future__ import annotations

from typing import Final, NamedTuple

from services.bones.faces import BLANK, SIDES
from services.bones.settings import ImprovementSettings
from services.bones.state.creatures import Creature

NEW_DIE_ICONS: Final = SIDES - 2
"""The number of icons that fill a new die, which starts with two faces. Source: BN-R-093."""
TENTH: Final = 10
SESSIONS_FOR_AUTOMATIC: Final = 10
SESSIONS: Final = {6: 2, 7: 2, 8: 3, 9: 3, 10: 4}
"""The number of sessions that an icon costs, by the number of the die on which it is placed.

An icon on an earlier die costs one session.

Source: BN-IMP-08 to BN-IMP-11
"""


class Dice(NamedTuple):
    """The number of a character's dice, and the number of blank faces on them."""

    number: int
    blanks: int


def dice_now(one: Creature) -> Dice:
    """Count a character's dice and blank faces as they are now."""
    return Dice(len(one.dice), sum(die.faces.count(BLANK) for die in one.dice))


def dice_when_placed(one: Creature) -> Dice:
    """Count a character's dice and blank faces as if every earned icon were placed. Rule: BN-R-309."""
    number, blanks = dice_now(one)
    for _ in range(one.icons):
        number, blanks = (number, blanks - 1) if blanks else (number + 1, NEW_DIE_ICONS - 1)
    return Dice(number, blanks)


def price(one: Creature, settings: ImprovementSettings) -> int | None:
    """Return how many sessions the next icon costs, or None once the last die is full. Rule: BN-R-092, BN-R-093."""
    number, blanks = dice_when_placed(one)
    if not blanks and number >= settings.max_character_dice:
        return None
    receiving = settings.icon_price_by == "die_receiving_icon" and not blanks
    return SESSIONS.get(number + receiving, 1)


def counts_for_automatic(one: Creature, settings: ImprovementSettings) -> bool:
    """Return whether a session counts towards an automatic success. Rule: BN-IMP-13, BN-R-094."""
    number, blanks = dice_when_placed(one)
    return number >= TENTH and (settings.auto_success_parallel_with_die_10 or not blanks)


def current_die(one: Creature) -> int:
    """Return the number of the die that takes the next icon: the first one with a blank face, or a new one.

    Rule: BN-IMP-03, BN-R-096
    """
    there = (number for number, die in enumerate(one.dice, 1) if BLANK in die.faces)
    return next(there, len(one.dice) + 1)
