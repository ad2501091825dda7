"""What one seat may see of a campaign: everything, but for what the Keeper has prepared."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import asdict

from services.rpg_specialist_pool.catalogue import ComponentEntry, ConditionEntry, EquipmentEntry
from services.rpg_specialist_pool.settings import Settings
from services.rpg_specialist_pool.state import CampaignState, Contest, Counter, CriticalRoll, Sheet, Specialist, Tie
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.order import unsettled
from shared.kernel.campaign.state import Proposal
from shared.kernel.messages import Seat

S = TypeVar("S", bound=Struct)
Chosen: TypeAlias = dict[str, dict[str, Any]]


class SeenSpecialist(Struct, frozen=True, kw_only=True):
    """A Specialist: its sheet, AP, Luck and Conditions by level; `down` where Vitality is at or below 0."""

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
    """Something the Keeper has prepared; what it is, is null for whoever may not know it."""

    id: str
    sheet: Sheet | None


class SeenFighter(Struct, frozen=True, kw_only=True):
    """One who takes part in structured time: its AP at hand, and the dice its next attack is unsettled by."""

    id: str
    ap: int
    score: int | None
    since: int
    done: bool
    unsettled: int | None


class SeenFight(Struct, frozen=True, kw_only=True):
    """Structured time: the round, the order of the turns and whose it is, and for whom the order waits."""

    round: int
    order: tuple[str, ...]
    turn: str | None
    each_round: bool
    unsettled: tuple[str, ...]
    participants: tuple[SeenFighter, ...]


class CampaignView(Struct, frozen=True, kw_only=True):
    """A campaign as a seat sees it; everything in the order in which it was made, and every field always there."""

    title: str | None
    settings: Chosen
    day: int
    specialists: tuple[SeenSpecialist, ...]
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
    """Show a campaign to a seat, or to the app (None). Rule: SG-CAMP-06, SG-CAMP-12."""
    keeper = seat is None or seat in state.game_masters
    return CampaignView(
        title=state.title,
        settings=settings_in_force(state.settings),
        day=state.day,
        specialists=tuple(_specialist(state, state.specialists[one]) for one in in_order(state.specialists)),
        prepared=tuple(
            SeenPrepared(id=one, sheet=state.prepared[one] if keeper else None) for one in in_order(state.prepared)
        ),
        conditions=tuple(state.conditions[name] for name in sorted(state.conditions)),
        components=tuple(state.components[name] for name in sorted(state.components)),
        equipment=tuple(state.equipment[name] for name in sorted(state.equipment)),
        waiting=state.waiting,
        contests=tuple(state.contests[one] for one in in_order(state.contests)),
        ties=tuple(state.ties[one] for one in in_order(state.ties)),
        criticals=tuple(state.criticals[one] for one in in_order(state.criticals)),
        counter=state.counter,
        fight=_fight(state),
        proposals=tuple(state.proposals[one] for one in in_order(state.proposals)),
    )


@lru_cache(maxsize=256)
def settings_in_force(settings: Settings) -> Chosen:
    """Return every setting, those left as they usually are as well; a campaign's never change."""
    return {group: to_builtins(asdict(chosen)) for group, chosen in asdict(settings).items()}


def _specialist(state: CampaignState, one: Specialist) -> SeenSpecialist:
    """Rule: SG-CAMP-12, SG-R-42."""
    down = one.vitality is not None and one.vitality <= 0
    return form(SeenSpecialist, one, non_player=state.non_player(one.id), ap=state.full_ap(one.id), down=down)


def _fight(state: CampaignState) -> SeenFight | None:
    if state.fight is None:
        return None
    participants = tuple(form(SeenFighter, one) for one in state.fight.participants)
    waits = () if state.fight.order else unsettled(state)
    return form(SeenFight, state.fight, turn=state.turn, unsettled=waits, participants=participants)


def form(kind: type[S], found: Struct, **other: Any) -> S:  # noqa: ANN401 fields of the form
    """Return a struct in a form with the same fields, but for those that are given otherwise."""
    fields = {name: getattr(found, name) for name in kind.__struct_fields__ if name not in other}
    return kind(**fields, **other)
