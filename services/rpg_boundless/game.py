"""The campaign as the kernel sees it."""

from __future__ import annotations

from typing import Final

from services.rpg_boundless.commands import COMMANDS, OpenCampaign
from services.rpg_boundless.decide import decide, hides
from services.rpg_boundless.events import EVENTS
from services.rpg_boundless.legal import legal
from services.rpg_boundless.odds import odds
from services.rpg_boundless.state import EVOLVE
from services.rpg_boundless.state.campaign import INITIAL, CampaignState
from services.rpg_boundless.views import CampaignView, view
from shared.kernel.first_form import Decider

SEATS: Final = [{"seat": "gm", "role": "gm"}, {"seat": "player-1"}, {"seat": "player-2"}]
ITEMS: Final = [{"name": "sword", "weapon": {"damage": 2}}, {"name": "rope"}, {"name": "lamp"}]


def conceals(state: CampaignState) -> bool:
    """Tell whether what comes of a command may hang on what a seat does not know: hidden enemies and rolls.

    Rule: FB-CAMP-09
    """
    return bool(state.hidden) or any(not (enemy.revealed or enemy.out) for enemy in state.enemies.values())


campaign: Final = Decider[CampaignState](
    service="rpg_boundless",
    kind="campaign",
    opening=OpenCampaign,
    commands=COMMANDS,
    events=EVENTS,
    state=CampaignState,
    initial=INITIAL,
    decides=decide,
    folds=EVOLVE,
    view=view,
    view_type=CampaignView,
    legal=legal,
    odds=odds,
    hides=hides,
    has_hidden_draws=conceals,
    plural="campaigns",
    about="Campaigns of Boundless: characters, Checks and Saves, fights, Pools.",
    openings={"a campaign for two players": {"type": "OpenCampaign", "seats": SEATS}},
    examples={
        "a character": {
            "command": {
                "type": "CreateCharacter",
                "name": "Ash",
                "points": {"strength": 2, "dexterity": 1, "willpower": 1},
                "items": ITEMS,
                "keepsake": "coin",
            }
        }
    },
)
