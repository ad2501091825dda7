"""The dice pool of an action: its dice, its costs, and its roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias, cast

from msgspec import Struct
from msgspec.structs import replace

from services.rpg_specialist_pool.catalogue import MAX_POOL, TIERS, Critical, Tier
from services.rpg_specialist_pool.chapters.luck import NoLuckForThis
from services.rpg_specialist_pool.context import CampaignContext
from services.rpg_specialist_pool.reading import success_pool
from services.rpg_specialist_pool.samples import ceiling_change
from services.rpg_specialist_pool.state import Action, CampaignState, Component, Pool, PoolSource, Roll, Specialist
from shared.kernel.campaign.proposals import WaitsForTheGameMaster
from shared.kernel.campaign.seats import check_once, check_reason, entry_of, key_of
from shared.kernel.chance import AnyPool, Chance
from shared.kernel.chapter import fold
from shared.kernel.messages import Audience, Event
from shared.kernel.odds.read_alike import Ways
from shared.kernel.pools.luck import LuckOutcome
from shared.kernel.pools.successes import SuccessPool
from shared.kernel.refusals import Refusal

# ---------------------------------------------------------------- refusals


class OverTheCeiling(Refusal, rule="SG-TIER-01"):
    """Too many AP for this action: use at most the number in `needs`, the limit for its tier."""


class NotEnoughAp(Refusal, rule="SG-R-14"):
    """The Specialist does not have enough AP for this action: use no more AP than are left."""


class ApNeeded(Refusal, rule="SG-R-32"):
    """Too few AP for this action: spend at least the number in `needs`."""


class TierUnclear(Refusal, rule="SG-R-09"):
    """The tier or AP of this action are missing or do not match its components: give the value in `needs`."""


class NotEnoughLuck(Refusal, rule="SG-LUCK-04"):
    """The Specialist does not have enough Luck Points: use fewer Luck dice."""


class TooMuchLuck(Refusal, rule="SG-R-18"):
    """Too many Luck dice: use at most the number in `needs`, this campaign's limit for one roll."""


# ---------------------------------------------------------------- events


class PoolRolled(Event, frozen=True, kw_only=True):
    """A pool was rolled. `of` is the id of the test or contest to which it belongs."""

    of: str
    character: str
    roll: Roll


# ---------------------------------------------------------------- judgement


Sides: TypeAlias = tuple[tuple[str, Pool], ...]
"""The Specialists of a contest, each with its pool."""


class SideOdds(Struct, frozen=True, kw_only=True):
    """The pool of one side of a contest, and its odds."""

    character: str
    dice: int
    luck: int
    odds: Any


class PoolOfASide(NamedTuple):
    """The pool that one side of a contest rolls, together with the pools of all sides.

    A dry run reports the odds of all sides.

    Rule:    SG-CAMP-19
    """

    own: SuccessPool
    sides: tuple[tuple[str, SuccessPool], ...]

    def throw(self, chance: Chance, purpose: str, audience: Audience | None) -> LuckOutcome:
        """Roll the dice of this side."""
        return self.own.throw(chance, purpose, audience)

    def read_alike(self, purpose: str, sides: int, count: int) -> Iterator[Ways]:
        """Return groups of rolls that have the same result for this side."""
        return self.own.read_alike(purpose, sides, count)

    def odds(self) -> dict[str, tuple[SideOdds, ...]]:
        """Return the exact odds of each side. Refuses: TooCostly."""
        return {
            "sides": tuple(
                SideOdds(character=who, dice=pool.dice, luck=pool.luck, odds=pool.odds()) for who, pool in self.sides
            )
        }

    def odds_cost(self) -> int:
        """Return a lower bound on the number of steps to calculate the odds."""
        return sum(pool.odds_cost() for _, pool in self.sides)


class Effort(Struct, frozen=True, kw_only=True):
    """Facts about an action that affect its pool: its minimum AP, and whether it is an attack.

    In an attack, an unsettled attacker loses dice.
    """

    least_ap: int
    attack: bool = False


def check_adds(ctx: CampaignContext, said: object, field: str) -> None:
    """Refuse dice that a player adds beyond the sheet if only the Keeper may add such dice.

    Rule:    SG-CAMP-03
    Refuses: WaitsForTheGameMaster
    """
    if said and not ctx.leads and ctx.rulings.players_may.add_dice == "propose":
        raise WaitsForTheGameMaster(needs="Propose", has=ctx.role, field=field)


def declare_pool(ctx: CampaignContext, one: Specialist, action: Action, effort: Effort) -> Pool:
    """Check an action against the rules, and return its pool.

    Rule:    SG-POOL-01, SG-TIER-07, SG-TIER-08, SG-R-09, SG-R-14, SG-R-24, SG-R-25, SG-R-32, SG-R-49
    Refuses: OverTheCeiling, NotEnoughAp, ApNeeded, and the refusals of `_tier_and_ap`, `check_adds`, `check_luck` and
             `_sources`
    """
    if action.situational is not None:
        check_reason(changed=True, reason=action.situational.reason, field="action")
    tier, ap = _tier_and_ap(ctx, action)
    more = (action.component_dice or 0) > ctx.rulings.pool.dice_per_ap * ap
    check_adds(ctx, action.situational or action.other_dice or more, "action")
    cap = max(TIERS[tier].cap + ceiling_change(ctx.state, one.id), 0)
    if ap > cap:
        raise OverTheCeiling(needs=f"at most {cap}", has=ap, field="action")
    fighter = ctx.state.fighter(one.id)
    if fighter is not None:
        if ap < effort.least_ap or (not ap and action.component_dice):
            raise ApNeeded(needs=max(effort.least_ap, 1), has=ap, field="action")
        if ap > fighter.ap:
            raise NotEnoughAp(needs=ap, has=fighter.ap, field="action")
    elif ctx.rulings.ap.outside_fights == "one_action" and ap > ctx.state.full_ap(one.id):
        raise NotEnoughAp(needs=ap, has=ctx.state.full_ap(one.id), field="action")
    check_luck(ctx, one, action.luck, "action")
    sources = tuple(_sources(ctx, one, action, ap))
    if effort.attack and fighter is not None and fighter.unsettled is not None:
        sources = (*sources, PoolSource(source="unsettled", name="off balance", dice=fighter.unsettled))
    return Pool(
        kind=action.kind, tier=tier, ap=ap, dice=size_of(ctx.state, sources), luck=action.luck, sources=sources,
        components=tuple(part.name for part in action.components if part.ap), spent=ap if fighter else 0,
        note=action.note,
    )  # fmt: skip


def size_of(state: CampaignState, sources: tuple[PoolSource, ...]) -> int:
    """Return the number of dice in a pool. Rule: SG-POOL-01, SG-R-24, SG-CAMP-08."""
    return min(max(sum([part.dice for part in sources]), state.settings.pool.minimum), MAX_POOL)


def _tier_and_ap(ctx: CampaignContext, action: Action) -> tuple[Tier, int]:
    """Return the tier and the AP of an action.

    If AP are invested in components, only components with AP determine the tier.

    Rule:    SG-TIER-07, SG-TIER-09, SG-R-09, SG-R-68, SG-CAMP-09
    Refuses: TierUnclear, NamedTwice
    """
    named = tuple([part.name for part in action.components])
    check_once(named, "action", key_of if ctx.state.amended else None)
    if not action.components:
        if action.tier is None and ctx.rulings.tier.without_component == "refuse":
            raise TierUnclear(needs="a tier or a component", field="action")
        return action.tier or "simple", action.ap or 0
    total = sum(part.ap for part in action.components)
    tiers: list[Tier] = [_tier_of(ctx, part) for part in action.components]
    if ctx.state.amended and total:
        tiers = [tier for tier, part in zip(tiers, action.components, strict=True) if part.ap]
    highest: Tier = max(tiers, key=lambda tier: TIERS[tier].rank)
    if action.tier not in (None, highest):
        raise TierUnclear(needs=highest, has=action.tier, field="action")
    if action.ap not in (None, total):
        raise TierUnclear(needs=total, has=action.ap, field="action")
    return highest, total


def _tier_of(ctx: CampaignContext, part: Component) -> Tier:
    """Return the tier of a component. Rule: SG-R-09, SG-CAMP-09. Refuses: TierUnclear."""
    entry = ctx.state.component(part.name)
    tier = part.tier or (entry.tier if entry else None)
    if tier is None or (entry is not None and tier != entry.tier):
        raise TierUnclear(needs=entry.tier if entry else "a tier", has=part.name, field="action")
    return tier


def check_luck(ctx: CampaignContext, one: Specialist, luck: int, field: str) -> None:
    """Refuse Luck dice that the Specialist may not spend.

    Rule:    SG-LUCK-04, SG-R-18, SG-R-44
    Refuses: NoLuckForThis, NotEnoughLuck, TooMuchLuck
    """
    if luck and ctx.state.luckless(one.id):
        raise NoLuckForThis(needs="a player's Specialist", has=one.id, field=field)
    if luck > one.luck:
        raise NotEnoughLuck(needs=luck, has=one.luck, field=field)
    most = ctx.rulings.luck.max_per_roll
    if isinstance(most, int) and luck > most:
        raise TooMuchLuck(needs=f"at most {most}", has=luck, field=field)


def _sources(ctx: CampaignContext, one: Specialist, action: Action, ap: int) -> Iterator[PoolSource]:
    """Yield each source of dice in a pool.

    Rule:    SG-POOL-02 to SG-POOL-09, SG-R-15, SG-R-38, SG-R-39, SG-CAMP-27
    Refuses: NamedTwice, NotKnownHere
    """
    sheet = one.sheet
    trained = {name: _training_dice(ctx, one, name) for name in sheet.trainings}
    yield from _dice_of_names("stat", action.stats, sheet.stats)
    yield from _dice_of_names("training", action.trainings, trained)
    yield from _dice_of_names("trait", action.traits, sheet.traits)
    yield from _dice_of_names("equipment", action.equipment, sheet.equipment)
    rate = ctx.rulings.pool.dice_per_ap * ap
    component_dice = rate if action.component_dice is None else action.component_dice
    if component_dice:
        yield PoolSource(source="components", name=f"{ap} AP", dice=component_dice)
    if action.situational is not None:
        yield PoolSource(source="situation", name=action.situational.reason or "", dice=action.situational.dice)
    if action.other_dice and ctx.state.amended:
        check_once(tuple([other.source for other in action.other_dice]), "action", key_of)
    for other in action.other_dice:
        yield PoolSource(source="other", name=other.source, dice=other.dice)
    yield from conditions_of(ctx.state, one.id)


def conditions_of(state: CampaignState, who: str) -> Iterator[PoolSource]:
    """Yield the dice that a Specialist's Conditions add or remove. Rule: SG-COND-03, SG-R-22."""
    for entry, level in state.borne(who):
        if entry.dice:
            yield PoolSource(source="condition", name=entry.name, dice=entry.dice * level)


def _dice_of_names(source: str, names: tuple[str, ...], sheet: Mapping[str, int]) -> Iterator[PoolSource]:
    """Yield the dice from the sheet entries with these names. Rule: SG-R-38. Refuses: NamedTwice, NotKnownHere."""
    check_once(names, "action")
    for name in names:
        yield PoolSource(source=source, name=name, dice=entry_of(sheet, name, "action"))


def _training_dice(ctx: CampaignContext, one: Specialist, name: str) -> int:
    """Return the number of dice of a training: its own dice or, in a campaign that counts ranks, its rank.

    Rule:    SG-R-39
    """
    training = one.sheet.trainings[name]
    if ctx.rulings.pool.training_dice == "rank":
        return TIERS[training.tier].rank if training.tier else 0
    return training.dice or 0


def throw(ctx: CampaignContext, purpose: str, dice: int, luck: int, *, tier: Tier | None = None) -> Roll:
    """Roll a pool with its Luck dice, and count its successes.

    Rule: SG-DICE-01, SG-DICE-02, SG-POOL-10, SG-POOL-11, SG-LUCK-05
    """
    return _throw(ctx, purpose, success_pool(dice, luck, tier, ctx.rulings), tier)


def _throw(ctx: CampaignContext, purpose: str, pool: AnyPool[LuckOutcome], tier: Tier | None) -> Roll:
    out = ctx.chance.draw(pool, purpose)
    shows = cast("Critical | None", None if tier is None else out.critical)
    return Roll(faces=out.faces, luck=out.luck, successes=out.successes, failures=out.failures, critical=shows)


def roll_pool(ctx: CampaignContext, of: str, who: str, pool: Pool, *, sides: Sides = ()) -> Roll:
    """Roll a declared pool.

    `sides` are the sides of a contest that have not rolled yet. A dry run reports their odds.

    Rule:    SG-DICE-02, SG-POOL-10, SG-CAMP-19
    """
    own = success_pool(pool.dice, pool.luck, pool.tier, ctx.rulings)
    named = tuple((side, success_pool(one.dice, one.luck, one.tier, ctx.rulings)) for side, one in sides)
    roll = _throw(ctx, pool.kind, PoolOfASide(own, named) if named else own, pool.tier)
    ctx.emit(PoolRolled(of=of, character=who, roll=roll))
    return roll


# ---------------------------------------------------------------- fold


@fold
def _rolled(state: CampaignState, event: PoolRolled) -> CampaignState:
    contest = state.contests.get(event.of)
    if contest is None or contest.character != event.character:
        return state
    return replace(state, contests={**state.contests, contest.id: replace(contest, roll=event.roll)})
