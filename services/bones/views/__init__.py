"""The view of a campaign for one seat. It hides prepared creatures and secret declarations.

Every field of the view is always present.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from services.bones.catalogue import Data
from services.bones.reading.reported import open_reports
from services.bones.state.campaign import CampaignState
from services.bones.state.rolls import Reported
from services.bones.state.seasons import SeasonName
from services.bones.state.wounds import Healing
from services.bones.views import seasons, tasks
from services.bones.views.adventures import SeenAdventure, seen_adventure
from services.bones.views.creatures import SeenCreature, SeenDraft, SeenItem, SeenPrepared, seen_creature
from services.bones.views.fights import SeenCombat, seen_combat
from services.bones.views.magic import SeenEffect, SeenOrder, SeenResistance
from services.bones.views.seasons import SeenOutcome, SeenSeason
from services.bones.views.tasks import SeenFall, SeenMaking, SeenResult, SeenRoll, SeenTask, SeenUse, SeenWound
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.seen import Chosen, settings_in_force
from shared.kernel.campaign.state import Proposal
from shared.kernel.messages import Seat


class CampaignView(Struct, frozen=True, kw_only=True):
    """A campaign as a seat sees it. All lists start with the oldest entry.

    `waiting` lists the open rolls, wounds, healings and uses of spiffs. A roll is open until its task or round is
    settled, even if nothing is left to decide about it.
    """

    title: str | None
    settings: Chosen
    data: Data
    day: int
    hours: int
    session: int
    logged: int
    characters: tuple[SeenCreature, ...]
    prepared: tuple[SeenPrepared, ...]
    drafts: tuple[SeenDraft, ...]
    ground: tuple[SeenItem, ...]
    rolls: tuple[SeenRoll, ...]
    reported: dict[str, Reported]
    tasks: tuple[SeenTask, ...]
    results: tuple[SeenResult, ...]
    makings: tuple[SeenMaking, ...]
    falls: tuple[SeenFall, ...]
    wounds: tuple[SeenWound, ...]
    healings: tuple[Healing, ...]
    uses: tuple[SeenUse, ...]
    spiffs: dict[str, int]
    back_stories: tuple[str, ...]
    combat: SeenCombat | None
    effects: tuple[SeenEffect, ...]
    resistances: tuple[SeenResistance, ...]
    orders: tuple[SeenOrder, ...]
    season: SeenSeason | None
    outcomes: tuple[SeenOutcome, ...]
    last_season: SeasonName | None
    seasons: int
    adventure: SeenAdventure | None
    proposals: tuple[Proposal, ...]
    waiting: tuple[str, ...]


def view(state: CampaignState, seat: Seat | None) -> CampaignView:
    """Return a campaign as a seat sees it, or as an app sees it if `seat` is None.

    Rule: AR-ROSTER-01, BN-CAMP-170, BN-R-256, BN-R-314, BN-SHEET-03
    """
    leads = seat is None or state.led_by(seat)
    prepared = in_order(key for key in state.prepared if leads or key in state.named)
    results = [state.results[one] if leads else state.results[one].public_part for one in in_order(state.results)]
    known = replace(state, characters=seasons.as_known(state, seat))
    return form(
        CampaignView,
        state,
        settings=settings_in_force(state.settings),
        characters=tuple(seen_creature(known, one, leads=leads) for one in in_order(known.characters)),
        prepared=tuple(
            SeenPrepared(id=one, name=state.named.get(one), prepared=state.prepared[one] if leads else None)
            for one in prepared
        ),
        rolls=tuple(tasks.seen_roll(state, state.rolls[one], leads=leads) for one in in_order(state.rolls)),
        tasks=tuple(tasks.seen_task(state, state.tasks[one], leads=leads) for one in in_order(state.tasks)),
        results=results,
        reported=open_reports(state),
        spiffs=seasons.seen_spiffs(state, seat),
        combat=None if state.combat is None else seen_combat(state, state.combat, seat),
        season=None if state.season is None else seasons.seen_season(state, state.season, seat),
        outcomes=seasons.seen_outcomes(state, seat),
        adventure=None if state.adventure is None else seen_adventure(state, state.adventure, leads=leads),
    )
