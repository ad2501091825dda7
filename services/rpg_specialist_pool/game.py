"""The declaration of the game: its chapters (parts of the rules), and the checks and steps around each command."""

from __future__ import annotations

from typing import Final

from services.rpg_specialist_pool.awaits import awaits
from services.rpg_specialist_pool.catalogue import SETS
from services.rpg_specialist_pool.chapters import (
    attempts,
    conditions,
    contests,
    criticals,
    damage,
    forgoing,
    initiative,
    luck,
    pools,
    proposals,
    specialists,
    table,
)
from services.rpg_specialist_pool.context import CampaignContext
from services.rpg_specialist_pool.state import CampaignState
from services.rpg_specialist_pool.views import view
from shared.kernel.campaign import days, fights, goals, house, opening, roster, seats
from shared.kernel.campaign import proposals as asking
from shared.kernel.campaign.authority import game_masters, last_id
from shared.kernel.campaign.dealing import deal_roster
from shared.kernel.game import Deciding, Documentation, Game
from shared.kernel.game_parts import Forking, Secrecy, Storage, Timing, Undoing
from shared.kernel.messages import Command

ABOUT: Final = (
    "Campaigns of Boundless (Specialist), General Rules: pools of ten-sided dice, opposed rolls, AP and Luck."
)
FACES: Final = (
    "Of an opposed roll: the dice of the side that acts, those of the side that answers, and the damage. Of one side: "
    "its pool (10 for a 0), then its Luck dice."
)
SEATS: Final = [{"seat": "gm", "role": "gm"}, {"seat": "player-1"}, {"seat": "player-2"}]
ASH: Final = {"name": "Ash", "speed": 10, "stats": {"Might": 3}, "trainings": {"Blades": {"dice": 2}}}


def before(ctx: CampaignContext, command: Command) -> None:
    """Refuse commands with blank texts, and commands that this seat must propose to the Keeper."""
    seats.check_readable(command)
    asking.check_alone(ctx, type(command), proposals.words(ctx.state))


def after(ctx: CampaignContext, _: Command) -> None:
    """Start the next turn if the current one is over."""
    fights.go_on(ctx)


campaign: Final = Game[CampaignState](
    service="rpg_specialist_pool",
    kind="campaign",
    plural="campaigns",
    state=CampaignState,
    chapters=(
        seats, opening, table, roster, specialists, conditions, luck, pools, criticals, attempts, damage, contests,
        forgoing, fights, initiative, days, asking, proposals, house,
    ),
    view=view,
    deciding=Deciding(context=CampaignContext, before=before, after=after, wrong_role=seats.WRONG_ROLE),
    secrecy=Secrecy(audience=game_masters),
    timing=Timing(awaits=awaits),
    house=house.fighters(specialists.points_left, rolls=initiative.players_roll),
    storage=Storage(form=2, catalogue=SETS, last_id=last_id),
    undoing=Undoing(default="own until known", only_grow=("made",)),
    forking=Forking(deal=deal_roster, goals=goals.win_the_fight(specialists.stands, specialists.can_fall)),
    documentation=Documentation(
        about=ABOUT,
        about_faces=FACES,
        openings={
            "a campaign for two players": {
                "type": "OpenCampaign", "seats": SEATS, "settings": {"damage": {"applies_to": "vitality"}},
            },
        },
        examples={"a Specialist": {"command": {"type": "CreateSpecialist", "sheet": ASH}}},
    ),
)  # fmt: skip
