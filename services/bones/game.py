"""The campaign game: its chapters, and what happens before and after every command."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from services.bones import screen
from services.bones.awaits import awaits
from services.bones.catalogue.sets import SETS
from services.bones.chapters.adventure import adventures, checks, requirements, timetable, tribe
from services.bones.chapters.fights import (
    allotting,
    blows,
    casting_in_fights,
    combat,
    declaring,
    reporting,
    round_tasks,
    rounds,
)
from services.bones.chapters.lasting_magic import holding, minds, sacrifices
from services.bones.chapters.magic import casting, effects, themes
from services.bones.chapters.people import (
    assets,
    campaign,
    characters,
    closed,
    cold_iron,
    companions,
    creatures,
    data,
    dice,
    handling,
    items,
    proposals,
    riding,
    unseen,
)
from services.bones.chapters.rolls import abilities, falls, giving, healing, hindering, rolls, settling, spiffs, wounds
from services.bones.chapters.seasons import (
    closing,
    narrating,
    resolving,
    season_orders,
    seasons,
    sessions,
    standing,
    strategic,
    strategic_tasks,
)
from services.bones.chapters.tasks import corrections, making, recovery, rolling, tasks, terms
from services.bones.context import CampaignContext
from services.bones.dealing import deal
from services.bones.house import cannot_win, has_won, plays, round_of, stands
from services.bones.state.campaign import FORM, CampaignState
from services.bones.views import view
from shared.kernel.campaign import house, opening, roster, seats
from shared.kernel.campaign import proposals as asking
from shared.kernel.campaign.authority import game_masters, last_id
from shared.kernel.campaign.state import MAX_CHARACTERS
from shared.kernel.game import Deciding, Documentation, Game
from shared.kernel.game_parts import Forking, Secrecy, Storage, Timing, Undoing
from shared.kernel.goals import GoalKind
from shared.kernel.messages import Command

GOALS: Final = {"win": GoalKind(turn=round_of, reached=has_won, obstacle=cannot_win)}
SEATS: Final = [{"seat": "gm", "role": "gm"}, {"seat": "player-1"}, {"seat": "player-2"}]


def before(ctx: CampaignContext, command: Command) -> None:
    """Check every command for unreadable texts, a closing season, partly hidden creatures, and missing consent."""
    seats.check_readable(command)
    if not isinstance(command, closing.RollAction):
        seasons.check_not_closing(ctx, command)
    screen.check_named(ctx, command)
    asking.check_alone(ctx, type(command), proposals.words(ctx.state))


def after(ctx: CampaignContext, _: Command) -> None:
    """Settle everything that does not wait for a decision: wounds, rolls, tasks, falls, and the round of a fight."""
    settled = -1
    while settled < len(ctx.events):
        settled = len(ctx.events)
        for chapter in (wounds, rolls, settling, minds, falls, recovery, rounds):
            chapter.go_on(ctx)


def has_hidden_draws(state: CampaignState) -> bool:
    """Return whether creatures, declarations, allotments or terms are hidden from some seats.

    The server refuses previews in such a state.
    """
    hidden = any(task.hidden for task in state.tasks.values()) or bool(state.closed)
    return hidden or closing.conceals(state) or (state.combat is not None and state.combat.conceals)


def keeps_seed(state: CampaignState) -> bool:
    """Return whether the seed must stay secret, because it would reveal dice that players never see."""
    return state.out_of_sight


def large(state: CampaignState) -> bool:
    """Return whether the campaign has more characters than the usual limit. Rule: BN-CAMP-131."""
    return len(state.characters) + len(state.prepared) > MAX_CHARACTERS


bones: Final = Game[CampaignState](
    service="bones",
    kind="campaign",
    plural="campaigns",
    state=CampaignState,
    initial=CampaignState(form=FORM),
    chapters=(
        seats, opening, asking, roster, campaign, dice, data, characters, cold_iron, items, handling, creatures, unseen,
        closed, companions, riding, wounds, healing, hindering, rolls, giving, themes, settling, effects, terms,
        casting, rolling, tasks, minds, making, falls, recovery, corrections, holding, spiffs, sacrifices, sessions,
        combat, casting_in_fights, declaring, round_tasks, allotting, blows, abilities, rounds, reporting, assets,
        seasons, resolving, closing, narrating, strategic, strategic_tasks, season_orders, standing, adventures, tribe,
        requirements, checks, timetable, proposals, house,
    ),
    view=view,
    deciding=Deciding(context=CampaignContext, before=before, after=after, wrong_role=seats.WRONG_ROLE),
    secrecy=Secrecy(audience=game_masters, has_hidden_draws=has_hidden_draws, keeps_seed=keeps_seed),
    timing=Timing(awaits=awaits, due=closing.due),
    house=replace(house.fighters_who_play(plays, stands), on_forks=False),
    storage=Storage(form=FORM, catalogue=SETS, last_id=last_id, large=large),
    undoing=Undoing(default="own until known", only_grow=("made", "entered"), resumed=seasons.resume_clock),
    forking=Forking(deal=deal, goals=GOALS),
    documentation=Documentation(
        about="Campaigns of BONES: people, beasts and things are dice with icons, and every task is rolled with them.",
        openings={"a campaign": {"type": "OpenCampaign", "seats": SEATS}},
        examples={
            "a character": {
                "command": {
                    "type": "CreateCharacter",
                    "sheet": {"name": "Bob"},
                    "dice": [
                        {"faces": ["Universal", "Mental", "Scholar", "Craft", "Missile", "Perception"]},
                        {"faces": ["Universal", "Physical", "Missile", "Missile", "Defend", "Defend"]},
                        {"faces": ["Universal", "Mental", "Scholar", "Social", "Healer", "Defend"]},
                        {"faces": ["Universal", "Physical", "Stealth", "Riding", "Melee", "Maneuver"]},
                    ],
                }
            },
            "what it has": {"command": {"type": "AgreeEquipment", "creature": "creature-1", "items": []}},
            "a season": {"command": {"type": "OpenSeason", "name": "spring"}},
            "an action of it": {
                "command": {
                    "type": "DeclareAction",
                    "creature": "creature-1",
                    "gains": ["income"],
                    "aim": "lectures",
                    "skill": "Scholar",
                }
            },
        },
    ),
)  # fmt: skip
