"""What spiffs cost, and where they may still be used."""

from __future__ import annotations

from typing import Final

from services.bones.state.campaign import CampaignState
from services.bones.state.rolls import Roll
from services.bones.state.spiffs import Deed, SpiffUseKind

PRICES: Final[dict[SpiffUseKind, int]] = {
    "reroll": 1,
    "success": 2,
    "soak": 2,
    "minor": 1,
    "meaningful": 2,
    "survive": 5,
}
"""Spiffs for each use; a major change costs what the campaign says. Source: BN-SPIFF-10 to BN-SPIFF-16."""

BACK_STORIES: Final = ("good back-story", "great back-story")
STORIES: Final[tuple[SpiffUseKind, ...]] = ("minor", "meaningful", "major")
LOG: Final = "campaign log"
DEEDS: Final[dict[Deed, tuple[int, int]]] = {
    "good back-story": (1, 1),
    "great back-story": (2, 1),
    LOG: (1, 20),
    "portrait": (1, 1),
    "campaign help": (1, 3),
    "role-playing": (1, 1),
    "laughter": (1, 1),
}
"""Spiffs for each deed, and how many times it counts at most in one award. Source: BN-SPIFF-03 to BN-SPIFF-09."""
NAMES: Final[dict[SpiffUseKind, tuple[str, ...]]] = {
    "reroll": ("on", "die"),
    "success": ("on",),
    "soak": ("on",),
    **dict.fromkeys((*STORIES, "survive"), ("text",)),
}
"""What each use is about: a roll and its die, a roll, a wound, or what is told."""


def price(state: CampaignState, use: SpiffUseKind) -> int:
    """Return what a use costs. Rule: BN-R-088."""
    return PRICES.get(use, state.settings.spiffs.major_change_cost)


def free(state: CampaignState, who: str) -> int:
    """Return the spiffs of a creature that no use which waits for the game master will take. Rule: BN-R-087."""
    one = state.characters[who]
    by_player = state.settings.spiffs.spiffs_owner == "player"
    uses = [use for use in state.uses.values() if use.creature in state.characters]
    theirs = [use for use in uses if use.creature == who or (by_player and state.owner(use.creature) == one.seat)]
    return state.spiffs_of(who) - sum(use.cost for use in theirs)


def asked(state: CampaignState, on: str) -> tuple[SpiffUseKind, ...]:
    """Return the uses about a roll or a wound that wait for the game master."""
    return tuple(use.use for use in state.uses.values() if use.on == on)


def on_check(state: CampaignState, roll: Roll) -> tuple[SpiffUseKind, ...]:
    """Return what spiffs are used for on a check, or asked to be. Rule: BN-R-083."""
    rerolled: tuple[SpiffUseKind, ...] = ("reroll",) if roll.rerolled else ()
    bought: tuple[SpiffUseKind, ...] = ("success",) if roll.bought else ()
    return (*rerolled, *bought, *asked(state, roll.id))
