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
    companions,
    corrections,
    creatures,
    data,
    declaring,
    dice,
    falls,
    giving,
    handling,
    healing,
    hindering,
    items,
    making,
    proposals,
    recovery,
    rolling,
    rolls,
    rounds,
    sessions,
    settling,
    spiffs,
    tasks,
    terms,
    wounds,
)
from services.bones.context import CampaignContext
from services.bones.state.campaign import CampaignState
from services.bones.views import view
from shared.kernel.campaign import proposals as asking
from shared.kernel.campaign import roster, seats
from shared.kernel.campaign.authority import game_masters, last_id
from shared.kernel.game import Game
from shared.kernel.messages import Command

SEATS: Final = [{"seat": "gm", "role": "gm"}, {"seat": "ann"}, {"seat": "bob"}]


def before(ctx: CampaignContext, command: Command) -> None:
    """Hold every command to readable texts and to what players do alone, and a creature with a secret to its seat."""
    """Hold every command to texts that can be read, and whoever said or asked for something to its seat."""
    """Hold every command to texts that can be read, to what players do alone, and secrets to the seat that has them."""
    seats.check_readable(command)
    asking.check_alone(ctx, type(command), proposals.words(ctx.state))
    if isinstance(command, roster.AssignCharacter):
        combat.check_assigned(ctx, command)
        spiffs.check_assigned(ctx, command)


def after(ctx: CampaignContext, _: Command) -> None:
    """Let what waits for nobody go on: wounds, then rolls, then tasks, then the round of a fight."""
    wounds.go_on(ctx)
    rolls.go_on(ctx)
    settling.go_on(ctx)
    falls.go_on(ctx)
    recovery.go_on(ctx)
    rounds.go_on(ctx)
    """Let what waits for nobody go on, until nothing moves: wounds, rolls, tasks, falls, and the round of a fight."""
    happened = -1
    while happened < len(ctx.events):
        happened = len(ctx.events)
        for go_on in (wounds.go_on, rolls.go_on, settling.go_on, falls.go_on, recovery.go_on):
            go_on(ctx)
    """Let what waits for nobody go on, until nothing moves: wounds, rolls, tasks, then the round of a fight."""
    told = -1
    while told < len(ctx.events):
        told = len(ctx.events)
        wounds.go_on(ctx)
        rolls.go_on(ctx)
        settling.go_on(ctx)
        rounds.go_on(ctx)
    rolls.check_reported(ctx)


def has_hidden_draws(state: CampaignState) -> bool:
    """Whether something that was declared or allotted is hidden from some: no dry run tells it."""
    return state.combat is not None and state.combat.conceals


bones: Final = Game[CampaignState](
    service="bones",
    kind="campaign",
    state=CampaignState,
    chapters=(
        seats, asking, roster, campaign, dice, data, characters, cold_iron, items, handling, creatures,
        companions, wounds, healing, hindering, rolls, giving, terms, settling, rolling, tasks, making, falls,
        recovery, corrections, spiffs, sessions, combat, declaring, allotting, blows, abilities, rounds,
        proposals,
    ),
    view=view,
    context=CampaignContext,
    before=before,
    after=after,
    wrong_role=seats.WRONG_ROLE,
    audience=game_masters,
    last_id=last_id,
    has_hidden_draws=has_hidden_draws,
    plural="campaigns",
    about="Campaigns of BONES: people, beasts and things are dice with icons, and every task is rolled with them.",
    openings={"a campaign": {"type": "OpenCampaign", "seats": SEATS}},
    examples={},
)  # fmt: skip
