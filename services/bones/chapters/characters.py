"""Characters: made by a player or the game master, or prepared in secret."""

from __future__ import annotations

from msgspec.structs import replace

from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature
from shared.kernel.campaign.keeping import without
from shared.kernel.chapter import fold
from shared.kernel.messages import Event

# ---------------------------------------------------------------- events


class CreatureAppeared(Event, frozen=True, kw_only=True):
    """Somebody is part of the campaign: a character, a member of the cast, a beast or a horde."""

    creature: Creature


# ---------------------------------------------------------------- fold


@fold
def _appeared(state: CampaignState, event: CreatureAppeared) -> CampaignState:
    one = event.creature
    counted = state.counted(one.id, *one.items, *one.hindering)
    there = {**state.characters, one.id: one}
    return replace(counted, characters=there, prepared=without(state.prepared, one.id))
