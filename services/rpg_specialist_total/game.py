"""The declaration of the game: its chapters (parts of the rules), and what runs before and after each command."""

from __future__ import annotations

from typing import Final

from services.rpg_specialist_total.awaits import awaits
from services.rpg_specialist_total.catalogue.house import SETS
from services.rpg_specialist_total.chapters import (
    ammunition,
    attacks,
    campaign,
    charging,
    combatants,
    corrections,
    counterattacks,
    counterspells,
    damage,
    defence,
    dice,
    drugs,
    energies,
    exchanges,
    experience,
    items,
    movement,
    outcomes,
    proposals,
    recovery,
    skills,
    spells,
    states,
    steps,
    turns,
)
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.views import view
from shared.kernel.campaign import days, fights, goals, house, opening, roster, seats
from shared.kernel.campaign import proposals as asking
from shared.kernel.campaign.authority import game_masters, last_id
from shared.kernel.campaign.dealing import deal_roster
from shared.kernel.game import Deciding, Documentation, Game
from shared.kernel.game_parts import Forking, Secrecy, Storage, Timing, Undoing
from shared.kernel.messages import Command

ABOUT: Final = (
    "Campaigns of Boundless (Specialist), Combat: totals of d10, evasion, armor and block, energies and drugs."
)
FACES: Final = (
    "Rolls come one after the other: to hit, evasion or a counterspell, armor/block, damage, mitigation. Of one roll: "
    "the flip where there are Luck dice (1 lucky, 2 unlucky), the d10 (10 for a 0), the Luck dice, and last the "
    "percentile as it reads (100 for 00), with the roll to hit and with the first roll of a defence."
)
SEATS: Final = [{"seat": "gm", "role": "gm"}, {"seat": "player-1"}, {"seat": "player-2"}]


def before(ctx: CampaignContext, command: Command) -> None:
    """Refuse commands with blank texts, and commands that this seat may only propose to the Keeper."""
    seats.check_readable(command)
    asking.check_alone(ctx, type(command), proposals.words(ctx.state))


def after(ctx: CampaignContext, _: Command) -> None:
    """Carry out attack steps that need no answer, settle the combat order, and start the next turn if it is due."""
    steps.take_steps(ctx)
    turns.end_round(ctx)
    fights.go_on(ctx)


combat: Final = Game[CampaignState](
    service="rpg_specialist_total",
    kind="campaign",
    plural="campaigns",
    state=CampaignState,
    chapters=(
        seats, opening, asking, fights, days, roster, campaign, dice, combatants, states, turns, items, movement,
        skills, experience, exchanges, attacks, defence, outcomes, damage, counterattacks, spells, counterspells,
        charging, energies, recovery, drugs, ammunition, corrections, proposals, house,
    ),
    view=view,
    deciding=Deciding(context=CampaignContext, before=before, after=after, wrong_role=seats.WRONG_ROLE),
    secrecy=Secrecy(audience=game_masters),
    timing=Timing(awaits=awaits),
    house=house.fighters(turns.points_left),
    storage=Storage(form=2, catalogue=SETS, last_id=last_id),
    undoing=Undoing(default="own until known", only_grow=("made",)),
    forking=Forking(deal=deal_roster, goals=goals.win_the_fight(turns.points_left)),
    documentation=Documentation(
        about=ABOUT,
        about_faces=FACES,
        openings={
            "a campaign with the house catalogue": {"type": "OpenCampaign", "seats": SEATS, "catalogue": "house"},
        },
        examples={
            "a combatant": {
                "command": {
                    "type": "CreateCombatant",
                    "sheet": {
                        "name": "Ash", "speed_rating": 3, "vitality": 40, "fatigue": 20, "endurance": 40, "stamina": 45,
                        "armor": "medium", "weapon_training": [{"weapon": "small melee weapon", "dice": 1}],
                    },
                    "luck": 5,
                    "items": [{"kind": "weapon", "name": "small melee weapon", "ready": True}],
                }
            }
        },
    ),
)  # fmt: skip
