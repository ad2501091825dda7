"""What a seat may see of the season off stage."""

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
    """Standing orders for spiffs."""


class SeenAsset(Asset, frozen=True, kw_only=True, omit_defaults=False):
    """Something that adds to income."""


class SeenAction(Action, frozen=True, kw_only=True, omit_defaults=False):
    """A strategic action that somebody has declared."""

    belongs_to: Stage  # pyright: ignore[reportIncompatibleMethodOverride] told as a field
    terms: SeenTerms | None = None
    orders: SeenOrders = SeenOrders()


class SeenSeason(Struct, frozen=True, kw_only=True):
    """A season that is open, or being closed: so many of `total` actions are `resolved`, for some it is `over`.

    `done`: those that are, in the order in which they were; `told`: of so many all know what came of them;
    `vetoed`: standing orders that a creature gives no more; `taken`: how many of a creature's actions became tasks.
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
    """What came of a strategic action."""

    made: SeenAsset | None = None


def seen_season(state: CampaignState, season: Season, seat: str | None) -> SeenSeason:
    """Show a season; for whom a failure has ended it is known to whoever knows of the failure. Rule: BN-CAMP-121."""
    over = tuple(who for who in season.over if knows(state, seat, who))
    return form(SeenSeason, season, over=over, resolved=len(season.done), total=len(season.actions))


def seen_outcomes(state: CampaignState, seat: str | None) -> tuple[SeenOutcome, ...]:
    """Show what came of strategic actions, but for what is held back from a seat. Rule: BN-CAMP-121."""
    held = {*_held_back(state, seat)}
    return tuple(form(SeenOutcome, state.outcomes[key]) for key in in_order(state.outcomes) if key not in held)


def seen_spiffs(state: CampaignState, seat: str | None) -> dict[str, int]:
    """Show the spiffs of the players, with those that were spent on what is held back. Rule: BN-CAMP-121."""
    found = dict(state.spiffs)
    by_player = state.settings.spiffs.spiffs_owner == "player"
    for key in _held_back(state, seat) if by_player else ():
        one = state.outcomes[key]
        owner = state.owner(one.creature)
        if owner in found:
            found[owner] += one.spiffs
    return found


def as_known(state: CampaignState, seat: str | None) -> dict[str, Creature]:
    """Return the creatures as a seat may know them: as they were, where what changed them is held back."""
    held = {who: one for who, one in state.before.items() if not knows(state, seat, who)}
    return {**state.characters, **held}


def _held_back(state: CampaignState, seat: str | None) -> Iterator[str]:
    """Yield the actions of which a seat does not know yet what came of them."""
    for key in state.season.done[state.season.told :] if state.season else ():
        if key in state.outcomes and not knows(state, seat, state.outcomes[key].creature):
            yield key
