"""Races and the uses of their icons."""

from __future__ import annotations

from services.bones.catalogue.sets import SETS
from services.bones.faces import Part
from services.bones.state.campaign import CampaignState


def uses(state: CampaignState, part: Part) -> tuple[str, ...]:
    """Return the faces that a racial icon may count as. Each icon that is rolled counts as one of them.

    Rule: BN-RACE-02, BN-RACE-03, BN-R-361
    """
    races = (*state.data.races, *SETS.of(state).data.races)
    return next((race.uses for race in races if race.name == part.variant), ())
