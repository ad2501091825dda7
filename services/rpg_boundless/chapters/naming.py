"""Checks that a command names each Condition and each participant only once in a list."""

from __future__ import annotations

from typing import TypeAlias

from services.rpg_boundless.chapters.attacks import Attack
from services.rpg_boundless.chapters.checks import Check
from services.rpg_boundless.chapters.fights import StartRound
from services.rpg_boundless.chapters.recovery import Rest
from services.rpg_boundless.chapters.saves import FaceConsequence
from services.rpg_boundless.context import CampaignContext
from shared.kernel.campaign.seats import check_once, key_of
from shared.kernel.chapter import guard

Harming: TypeAlias = FaceConsequence | Check | Attack
"""The commands that may describe the harm of a consequence."""

# ---------------------------------------------------------------- judgement


@guard
def check_harm(ctx: CampaignContext, command: Harming) -> None:
    """Check that the harm of a consequence names each Condition once. Rule: FB-CAMP-32. Refuses: NamedTwice."""
    harm, field = (command.harm, "harm") if isinstance(command, FaceConsequence) else (command.risk, "risk")
    if harm is not None and ctx.state.amended:
        check_once(harm.conditions, field, key_of)


@guard
def check_addressed(ctx: CampaignContext, command: Rest) -> None:
    """Check that a rest names each Condition once. Rule: FB-CAMP-32. Refuses: NamedTwice."""
    if ctx.state.amended:
        check_once(command.addresses, "addresses", key_of)


@guard
def check_off_guard(ctx: CampaignContext, command: StartRound) -> None:
    """Check that each participant is off guard only once. Rule: FB-CAMP-32. Refuses: NamedTwice."""
    if ctx.state.amended:
        check_once(command.off_guard, "off_guard")
