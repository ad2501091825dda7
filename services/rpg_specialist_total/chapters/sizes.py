"""Sizes: the size difference between attacker and target, and what it adds to the to-hit roll."""

from __future__ import annotations

from typing import Final

from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.settings import SizeSettings

SIZE_STEP: Final = 5

# ---------------------------------------------------------------- judgement


def size_modifier(settings: SizeSettings, larger: int) -> int:
    """Return the to-hit bonus for a larger target. It also lowers damage. Rule: SC-SIZE-01 to SC-SIZE-04, SC-R-19."""
    steps = abs(larger)
    amount = SIZE_STEP * (steps if settings.progression == "linear" else steps * (steps + 1) // 2)
    return amount if larger > 0 else -amount


def larger_by(ctx: CampaignContext, attacker: str, target: str) -> int:
    """Return how many size categories larger the target is than the attacker. Rule: SC-SIZE-01, SC-R-20."""
    order = ctx.state.settings.size.categories
    return order.index(ctx.character(target).sheet.size) - order.index(ctx.character(attacker).sheet.size)
