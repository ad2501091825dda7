"""Helpers for samples (example commands that a seat could send): an affordable action, and values for common fields.

Judges check every sample, so a sample may offer too many values, but must not omit a legal one.
"""

from __future__ import annotations

from typing import Final

from services.rpg_specialist_pool.catalogue import TIERS, Tier
from services.rpg_specialist_pool.state import Action, CampaignState
from shared.kernel.samples import Field

ACTION: Final = Field(schema="Action")


def ceiling_change(state: CampaignState, who: str) -> int:
    """Return the amount by which Conditions change a Specialist's AP limits. Rule: SG-COND-04, SG-R-22."""
    return sum(entry.ap_ceiling * level for entry, level in state.borne(who))


def modest(state: CampaignState, who: str, *, answers: bool = False) -> Action:
    """Return an action that the Specialist can afford, if there is one."""
    if who not in state.characters or answers:
        return Action(tier="simple", ap=0)
    change, fighter = ceiling_change(state, who), state.fighter(who)
    tiers: list[Tier] = [tier for tier, row in TIERS.items() if row.cap + change > 0]
    if not tiers:
        return Action(tier="simple", ap=0)
    return Action(tier=tiers[0], ap=min(1, fighter.ap if fighter else 1))
