"""The campaign: its chapters, from the basics up, and what holds for every command."""

from __future__ import annotations

from typing import Final

from services.bones.chapters import (
    abilities,
    allotting,
    blows,
    campaign,
    characters,
    cold_iron,
    combat,
    creatures,
    declaring,
    dice,
    falls,
    hindering,
    items,
    making,
    proposals,
    recovery,
    rolls,
    rounds,
    sessions,
    spiffs,
    tasks,
    wounds,
)
from services.bones.context import CampaignContext
from services.bones.state.campaign import CampaignState
from services.bones.views import view
from shared.kernel.campaign import seats
from shared.kernel.campaign.authority import game_masters, last_id
from shared.kernel.game import Game
from shared.kernel.messages import Command

SEATS: Final = [{"seat": "gm", "role": "gm"}, {"seat": "ann"}, {"seat": "bob"}]


def before(_: CampaignContext, command: Command) -> None:
    """Hold every command to texts that can be read."""
    seats.check_readable(command)


def after(_: CampaignContext, __: Command) -> None:
    """Let what waits for nobody go on: rolls, then tasks, then the round of a fight."""


bones: Final = Game[CampaignState](
    service="bones",
    kind="campaign",
    state=CampaignState,
    chapters=(
        seats, campaign, dice, characters, cold_iron, items, creatures, wounds, hindering, rolls, tasks, making, falls,
        recovery, spiffs, sessions, combat, declaring, allotting, blows, abilities, rounds, proposals,
    ),
    view=view,
    context=CampaignContext,
    before=before,
    after=after,
    wrong_role=seats.WRONG_ROLE,
    audience=game_masters,
    last_id=last_id,
    plural="campaigns",
    about="Campaigns of BONES: people, beasts and things are dice with icons, and every task is rolled with them.",
    openings={"a campaign": {"type": "OpenCampaign", "seats": SEATS}},
    examples={},
)  # fmt: skip
