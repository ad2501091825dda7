"""The view of the off-stage season."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from services.bones.chapters.seasons.closing import knows
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature
from services.bones.state.outcomes import ActionOutcome
from services.bones.state.seasons import Action, Asset, Orders, Results, Season, SeasonName, SeasonStage, StandingOrder
from services.bones.state.tasks import Stage
from services.bones.views.tasks import SeenTerms
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order


class SeenOrders(Orders, frozen=True, kw_only=True, omit_defaults=False):
    """Standing orders to spend spiffs, or an automatic success that is used up, when an action is resolved."""


class SeenAsset(Asset, frozen=True, kw_only=True, omit_defaults=False):
    """An asset that adds to income."""


class SeenAction(Action, frozen=True, kw_only=True, omit_defaults=False):
    """A declared strategic action."""

    belongs_to: Stage  # pyright: ignore[reportIncompatibleMethodOverride] a field here
    terms: SeenTerms | None = None
    orders: SeenOrders = SeenOrders()


class SeenSeason(Struct, frozen=True, kw_only=True):
    """A season that is open or closing. Of its `total` actions, `resolved` have been resolved.

    `over` lists the creatures whose season has ended, and `done` the resolved actions, in order. `told` is the number
    of public outcomes. `vetoed` lists the standing orders that a creature cannot give again. `taken` counts each
    creature's actions that became tasks.
    """

    number: int
    name: SeasonName
    weeks: int
    stage: SeasonStage
    deadline: int | None
    results: Results
    actions: tuple[SeenAction, ...]
    order: tuple[str, ...]
    done: tuple[str, ...]
    over: tuple[str, ...]
    vetoed: dict[str, tuple[StandingOrder, ...]]
    resolved: int
    told: int
    rested: int
    taken: dict[str, int]
    total: int


class SeenOutcome(ActionOutcome, frozen=True, kw_only=True, omit_defaults=False):
    """The outcome of a strategic action, as a seat sees it."""

    made: SeenAsset | None = None


def seen_season(state: CampaignState, season: Season, seat: str | None) -> SeenSeason:
    """Return the view of a season.

    A failure may end a creature's season. A seat that may not know of the failure does not see that the season has
    ended.

    Rule: BN-CAMP-121
    """
    over = tuple(who for who in season.over if knows(state, seat, who))
    return form(SeenSeason, season, over=over, resolved=len(season.done), total=len(season.actions))


def seen_outcomes(state: CampaignState, seat: str | None) -> tuple[SeenOutcome, ...]:
    """Return the outcomes of strategic actions that a seat may see. Rule: BN-CAMP-121."""
    held = {*_held_back(state, seat)}
    return tuple(form(SeenOutcome, state.outcomes[key]) for key in in_order(state.outcomes) if key not in held)


def seen_spiffs(state: CampaignState, seat: str | None) -> dict[str, int]:
    """Return the spiffs of each player. They still include the spiffs that hidden outcomes have spent.

    Rule: BN-CAMP-121
    """
    found = dict(state.spiffs)
    by_player = state.settings.spiffs.spiffs_owner == "player"
    for key in _held_back(state, seat) if by_player else ():
        one = state.outcomes[key]
        owner = state.owner(one.creature)
        if owner in found:
            found[owner] += one.spiffs
    return found


def as_known(state: CampaignState, seat: str | None) -> dict[str, Creature]:
    """Return the creatures as a seat may know them, without the changes made by outcomes hidden from the seat."""
    held = {who: one for who, one in state.before.items() if not knows(state, seat, who)}
    return {**state.characters, **held}


def _held_back(state: CampaignState, seat: str | None) -> Iterator[str]:
    """Yield the actions whose outcomes are hidden from a seat."""
    for key in state.season.done[state.season.told :] if state.season else ():
        if key in state.outcomes and not knows(state, seat, state.outcomes[key].creature):
            yield key
