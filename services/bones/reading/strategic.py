"""Strategic actions: the order in which they are resolved, the income that they earn, and what assets add to it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from services.bones.reading import holdings, minds
from services.bones.reading.owned import may_try
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature, CreatureKind
from services.bones.state.outcomes import ActionOutcome, Lapse
from services.bones.state.seasons import Action, Asset, Orders, Season
from shared.kernel.campaign.keeping import in_order, number_of

MERCHANT, SAILOR = "Merchant", "Sailor"
RATES: Final[dict[str, int]] = {
    MERCHANT: 250,
    **dict.fromkeys(("Artisan", "Craft", "Healer", "Magic", "Scholar", "Thief", SAILOR), 100),
}
"""Coins that each success earns, and that each asset adds, by skill. Source: BN-INC-03, BN-INC-04, BN-R-081."""
OTHER_RATE: Final = 50
"""Coins that each success earns in any skill that is not listed in `RATES`. Assets add nothing to them.

Source: BN-INC-05
"""


def acting(state: CampaignState) -> tuple[CreatureKind, ...]:
    """Return the kinds of creatures that may take strategic actions. Rule: BN-R-344."""
    return ("character", "cast") if state.form else ("character",)


def rolls_at_once(state: CampaignState) -> bool:
    """Return whether the service rolls each strategic action as soon as the action waits for nothing.

    Rule: BN-R-300, BN-CAMP-154
    """
    return state.settings.seasons.season_resolution == "at_once" and state.settings.dice.dice_source == "service"


def standing_orders(state: CampaignState) -> tuple[Orders, ...]:
    """Return the standing orders that an action may have. They use automatic successes only if use spends them.

    Rule: BN-R-301, BN-R-355
    """
    may, spent = (False, True), state.settings.tasks.automatic_success == "spent_on_use"
    plain = tuple(Orders(reroll=reroll, success=success) for reroll in may for success in may)
    return (*plain, *((replace(one, automatic=True) for one in plain) if spent else ()))


def next_action(season: Season | None) -> str | None:
    """Return the next action to resolve in a closing season, or None if there is none. Rule: BN-R-300."""
    if season is None or season.stage != "closing" or len(season.done) >= len(season.order):
        return None
    return season.order[len(season.done)]


def to_roll(state: CampaignState) -> tuple[str, ...]:
    """Return the actions that may be rolled now.

    Only the next action may be rolled, unless `season_resolution` is `at_once`. In that case, every action that waits
    for nothing may be rolled.

    Rule: BN-R-300, BN-CAMP-154
    """
    season = state.season
    if season is None or season.stage == "closing":
        step = next_action(season)
        return (step,) if step else ()
    if state.settings.seasons.season_resolution != "at_once":
        return ()
    return in_order(key for key, one in season.actions.items() if not one.waits and key not in season.done)


def lapse(state: CampaignState, action: Action) -> Lapse | None:
    """Return the reason why an action lapses, or None if it does not lapse. Rule: BN-OFF-09, BN-R-071."""
    one = state.characters.get(action.creature)
    if one is None or one.down or one.dead:
        return "incapacitated"
    return "season over" if state.season and one.id in state.season.over else None


def lapse_when_rolled(state: CampaignState, action: Action) -> Lapse | None:
    """Return the reason why an action lapses when its dice are due, or None if it does not lapse.

    Rule: BN-R-376, BN-CLASS-05, BN-CLASS-07
    """
    aids = action.terms.circumstances.aids if action.terms else ()
    found = lapse(state, action)
    if found or not state.amended or may_try(state, action.creature, action.skill, aids):
        return found
    return "no icon"


def lapses_openly(state: CampaignState) -> bool:
    """Return whether the next action of a closing season lapses for a reason that every seat knows.

    A reason is not known to every seat if it comes from a hidden result of the same season, or from hidden dice.

    Rule: BN-CAMP-223
    """
    season, step = state.season, next_action(state.season)
    if season is None or step is None or not state.amended:
        return False
    action = season.actions[step]
    hidden = action.creature in state.closed or (season.results != "all" and action.creature in state.before)
    return not hidden and lapse_when_rolled(state, action) is not None


def may_hurt(state: CampaignState, outcome: ActionOutcome) -> bool:
    """Return whether narrating an action may still deal damage. A failure deals damage only once. Rule: BN-R-370."""
    hurt = state.amended and (outcome.lost or outcome.beyond)
    return not (outcome.success or outcome.lapsed or outcome.earns or hurt)


def disobeying(state: CampaignState) -> tuple[str, ...]:
    """Return the unresolved actions of controlled creatures whose order is not carried out by any action of the season.

    Rule: BN-CAMP-192
    """
    season = state.season
    if season is None or season.stage != "open" or not state.amended:
        return ()
    left = (one for key, one in season.actions.items() if key not in season.done and not lapse(state, one))
    return in_order(one.id for one in left if minds.to_carry_out(state, one.creature))


def income(state: CampaignState, who: str, skill: str, successes: int) -> tuple[int, int]:
    """Return the coins that successes in a skill earn, and how many assets added to them.

    Rule: BN-INC-03 to BN-INC-05, BN-R-075, BN-R-076, BN-R-080
    """
    if skill not in RATES:
        return OTHER_RATE * successes, 0
    assets = assets_of(state, state.characters[who], skill)
    if not successes and not state.settings.seasons.assets_pay_without_success:
        return 0, 0
    return RATES[skill] * (successes + assets), assets


def assets_of(state: CampaignState, one: Creature, skill: str) -> int:
    """Return how many assets add to a creature's income with a skill. A large vessel counts as several.

    Rule: BN-MAST-27, BN-MAST-42, BN-R-079, BN-R-246
    """
    whatever = state.settings.seasons.assets_serve == "any_skill"
    small, large = holdings.vessels(state, one)
    shops = holdings.assets(state, one) * (whatever or skill == MERCHANT)
    vessels = (small + large * state.settings.magic.large_vessel_assets) * (whatever or skill == SAILOR)
    return shops + vessels + len(counting(state, one, skill))


def counting(state: CampaignState, one: Creature, skill: str) -> tuple[Asset, ...]:
    """Return a creature's assets, made or given, that add to its income with a skill in this season.

    Rule: BN-INC-07, BN-R-078, BN-R-246
    """
    if skill not in RATES:
        return ()
    whatever = state.settings.seasons.assets_serve == "any_skill"
    number = state.season.number if state.season else None
    return tuple(
        asset
        for asset in (one.assets[key] for key in in_order(one.assets))
        if (whatever or asset.skill == skill) and (not asset.temporary or asset.season in {None, number})
    )


def made_by(state: CampaignState, action: Action) -> Asset:
    """Return the asset that an action makes. The asset counts in only one season.

    Rule: BN-OFF-07, BN-INC-07, BN-R-078, BN-R-246, BN-R-307
    """
    key = f"asset-{number_of(action.id)}"
    return Asset(id=key, name=action.aim, skill=action.skill, temporary=True, season=made_in(state))


def made_in(state: CampaignState) -> int | None:
    """Return the only season in which a temporary asset made now counts, or None if it may count in any one season.

    Rule: BN-R-078
    """
    by_season = state.settings.seasons.temporary_asset_season == "season_made"
    return state.seasons + 1 if by_season else None
