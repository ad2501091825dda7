"""The sacrifices that a caster may make with a casting: natural objects of value, and creatures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from services.bones.reading import taking_part
from services.bones.state.campaign import CampaignState
from services.bones.state.magic import Casting
from shared.kernel.campaign.keeping import in_order

COINS_A_ROUND: Final = 10
"""The value in coins that sustains an effect for one round. Source: BN-SAC-08."""
NATURAL: Final = ("other",)
"""Item groups that contain natural objects. The game master decides which of their items are natural objects.

Source: BN-SAC-07
"""


def lives(state: CampaignState, who: str, victim: str) -> bool:
    """Return whether a victim is a living creature that may have a soul, and is not the caster.

    A horde has no soul.

    Rule: BN-SAC-09
    """
    one = state.characters[victim]
    return victim != who and not one.dead and one.kind != "horde"


def helpless(state: CampaignState, victim: str) -> bool:
    """Return whether a victim may be killed as a sacrifice.

    A player's character or a fighter must be incapacitated first.

    Rule: BN-R-297
    """
    one = state.characters[victim]
    return one.down or not (one.plays or state.in_combat(victim))


def at_hand(state: CampaignState, who: str, victim: str) -> bool:
    """Return whether a caster can kill a helpless victim now: in a fight, only where it could give a coup de grace.

    Nobody can kill a creature that has left the fight. A creature that was never in the fight is at hand if the game
    master accepts it.

    Rule: BN-SAC-18, BN-SAC-19
    """
    fight = state.combat
    if fight is None or not state.amended or who not in fight.fighters:
        return True
    return victim not in (*fight.fighters, *fight.left) or victim in taking_part.helpless(state, who)


def with_sacrifices(state: CampaignState, who: str, castings: Iterable[Casting]) -> Iterator[Casting]:
    """Yield sample castings: each of `castings` without a sacrifice, and the first also with an object or a victim."""
    for place, casting in enumerate(castings):
        yield casting
        if place == 0:
            items = state.characters[who].items
            gems = [key for key in in_order(items) if items[key].group in NATURAL]
            yield from (replace(casting, gem=gem, coins=COINS_A_ROUND) for gem in gems[:1])
            there = in_order(state.characters)
            seen = [one for one in there if not state.characters[one].closed]
            victims = [one for one in seen if lives(state, who, one) and helpless(state, one)]
            victims = [one for one in victims if at_hand(state, who, one)]
            yield from (replace(casting, victim=victim) for victim in victims[:1])
