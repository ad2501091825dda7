"""The view of a campaign for one seat. It hides the sheets of creatures that the Keeper has prepared."""

from __future__ import annotations

from msgspec import Struct

from services.rpg_specialist_pool.catalogue import ComponentEntry, ConditionEntry, EquipmentEntry
from services.rpg_specialist_pool.state import CampaignState, Contest, Counter, CriticalRoll, Sheet, Specialist, Tie
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.seen import Chosen, SeenRounds, by_name, each, fight_of, settings_in_force
from shared.kernel.campaign.state import Proposal
from shared.kernel.messages import Seat


class SeenSpecialist(Struct, frozen=True, kw_only=True):
    """A Specialist: its sheet, Luck and levels of Conditions. `down`: whether its Vitality is 0 or less.

    `ap` is the AP that it has at the start of a turn. The AP that are left in a fight are in `fight.participants`.
    """

    id: str
    seat: str
    non_player: bool
    sheet: Sheet
    ap: int
    luck: int
    rolled: int
    vitality: int | None
    down: bool
    conditions: dict[str, int]


class SeenPrepared(Struct, frozen=True, kw_only=True):
    """A creature that the Keeper has prepared. Its sheet is null for all other seats."""

    id: str
    sheet: Sheet | None


class SeenFighter(Struct, frozen=True, kw_only=True):
    """A Specialist in a fight: its remaining AP and, if it is unsettled, the dice that its next attack loses."""

    id: str
    ap: int
    score: int | None
    since: int
    done: bool
    unsettled: int | None


class SeenFight(SeenRounds, frozen=True, kw_only=True):
    """A fight and its participants."""

    participants: tuple[SeenFighter, ...]


class CampaignView(Struct, frozen=True, kw_only=True):
    """A campaign as one seat sees it. Lists are in the order of creation, and every field is always there."""

    title: str | None
    settings: Chosen
    day: int
    characters: tuple[SeenSpecialist, ...]
    prepared: tuple[SeenPrepared, ...]
    conditions: tuple[ConditionEntry, ...]
    components: tuple[ComponentEntry, ...]
    equipment: tuple[EquipmentEntry, ...]
    waiting: tuple[str, ...]
    contests: tuple[Contest, ...]
    ties: tuple[Tie, ...]
    criticals: tuple[CriticalRoll, ...]
    counter: Counter | None
    fight: SeenFight | None
    proposals: tuple[Proposal, ...]


def view(state: CampaignState, seat: Seat | None) -> CampaignView:
    """Return the campaign as a seat sees it, or as the app sees it if `seat` is None. The app sees everything.

    Rule:    AR-ROSTER-01, SG-CAMP-12
    """
    keeper = seat is None or seat in state.game_masters
    return CampaignView(
        title=state.title,
        settings=settings_in_force(state.settings),
        day=state.day,
        characters=tuple(_specialist(state, state.characters[one]) for one in in_order(state.characters)),
        prepared=tuple(
            SeenPrepared(id=one, sheet=state.prepared[one] if keeper else None) for one in in_order(state.prepared)
        ),
        conditions=by_name(ConditionEntry, state.conditions),
        components=by_name(ComponentEntry, state.components),
        equipment=by_name(EquipmentEntry, state.equipment),
        waiting=state.waiting,
        contests=each(Contest, state.contests),
        ties=each(Tie, state.ties),
        criticals=each(CriticalRoll, state.criticals),
        counter=state.counter,
        fight=fight_of(state, SeenFight, SeenFighter),
        proposals=each(Proposal, state.proposals),
    )


def _specialist(state: CampaignState, one: Specialist) -> SeenSpecialist:
    """Return the view of a Specialist. Rule: SG-CAMP-12, SG-R-42."""
    left, full_ap = None if one.sheet.vitality is None else one.vitality, state.full_ap(one.id)
    down = left is not None and left <= 0
    return form(SeenSpecialist, one, vitality=left, non_player=state.non_player(one.id), ap=full_ap, down=down)
