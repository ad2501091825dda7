"""Rest and experience: Recovery Rolls, whose Hits are spent all at once, and Experience Rolls, spent Hit by Hit."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Annotated, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from services.rpg_boundless.catalogue import ATTRIBUTES, BOOK, Attribute, Gain, Length, Refill, RolledPosition
from services.rpg_boundless.chapters.characters import follow_strength, max_hp_with, missing, set_score
from services.rpg_boundless.chapters.conditions import clear_by_rest
from services.rpg_boundless.chapters.damage import end_dying
from services.rpg_boundless.chapters.dice import (
    HitDice,
    HitOdds,
    Occasion,
    as_rolled,
    hit_odds,
    stance_of,
    throw,
    throw_in_doubt,
)
from services.rpg_boundless.chapters.items import cap_hp
from services.rpg_boundless.chapters.seats import MAX_PENDING, CriticalSaveFirst, acting, living
from services.rpg_boundless.chapters.turns import Use, act_as
from services.rpg_boundless.context import Answer, CampaignContext, Roll, RulingRoll
from services.rpg_boundless.samples import DICE, STANCE, curable, fields_for_master, free_to_act, lists, names, position
from services.rpg_boundless.state.campaign import CampaignState, Character, Hits
from services.rpg_boundless.state.sheets import MAX_DICE, Dice, Rolled, Scores, Stance
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import check_owns, check_room, entry_of
from shared.kernel.chance import Chance
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Audience, Event, Id, Line
from shared.kernel.pools.position import SIDES
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

# ---------------------------------------------------------------- refusals


class HelpFirst(Refusal, rule="FB-R-36"):
    """The character is dying and can neither rest nor raise its HP with a Hit: let another character help it first."""


class TooManyHitsSpent(Refusal, rule="FB-REC-05"):
    """Too many Hits: spend at most the number of Hits in `needs`, and each Hit only once."""


class TooManyPointsRestored(Refusal, rule="FB-REC-06"):
    """Too many points: restore at most one point with each Hit."""


class AttributeAtMaximum(Refusal, rule="FB-REC-07"):
    """This Attribute is at its maximum: restore another Attribute."""


class HitsLeft(Refusal, rule="FB-REC-09"):
    """Too few Hits: spend all Hits of the roll at once."""


class PointsLeft(Refusal, rule="FB-REC-09"):
    """Too few points: restore the number of points in `needs`, one with each Hit."""


# ---------------------------------------------------------------- commands


class Rest(Roll, frozen=True, kw_only=True):
    """Rest, and make a Recovery Roll. `addresses` are the Conditions that this rest clears."""

    character: Id
    length: Length
    stance: Stance | None = None
    addresses: Annotated[tuple[Line, ...], Meta(max_length=20)] = ()


class SpendRecovery(Answer, frozen=True, kw_only=True):
    """Spend all Hits of a Recovery Roll at once: each Hit refills Stamina or HP, and also restores an Attribute point.

    `spend` has one entry for each Hit, and so has `restore`, as long as an Attribute is below its maximum.
    """

    recovery: Id
    spend: Annotated[tuple[Refill, ...], Meta(max_length=MAX_DICE)] = ()
    restore: Annotated[tuple[Attribute, ...], Meta(max_length=MAX_DICE)] = ()


class ReachMilestone(RulingRoll, frozen=True, kw_only=True):
    """Make an Experience Roll for a character that reached a milestone, by default with the usual number of dice."""

    character: Id
    milestone: Line
    dice: Dice | None = None
    position: RolledPosition | None = None


class SpendHit(Answer, frozen=True, kw_only=True):
    """Spend one Hit of an Experience Roll, on maximum HP or on an attempt to raise an Attribute."""

    experience: Id
    on: Gain


# ---------------------------------------------------------------- events


class Rested(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A character rested, and may spend the Hits of the roll."""

    recovery: str
    character: str
    length: Length
    roll: Rolled
    reason: str | None = None
    conditions: tuple[str, ...] = ()
    renews_spells: bool = False


class RecoverySpent(Event, frozen=True, kw_only=True):
    """The Hits of a rest were spent. Stamina, HP and scores are the character's values afterwards."""

    recovery: str
    character: str
    spend: tuple[Refill, ...]
    restore: tuple[Attribute, ...]
    stamina: int
    hp: int
    scores: Scores


class WoundsHealed(Event, frozen=True, kw_only=True):
    """A wounded character is unhurt again, because it has recovered everything that it lost to the wound."""

    character: str


class MilestoneReached(Event, frozen=True, kw_only=True):
    """A character reached a milestone and made an Experience Roll, whose Hits it may spend."""

    experience: str
    character: str
    milestone: str
    roll: Rolled


class MaxHpRaised(Event, frozen=True, kw_only=True):
    """A Hit was spent on maximum HP."""

    experience: str
    character: str
    max_hp: int
    hp: int


class AttributeTried(Event, frozen=True, kw_only=True):
    """A Hit was spent on an attempt to raise an Attribute. `score` and `maximum` are the values afterwards."""

    experience: str
    character: str
    attribute: Attribute
    face: int
    raised: bool
    score: int
    maximum: int


# ---------------------------------------------------------------- judgement


@judge
def rest(ctx: CampaignContext, command: Rest) -> None:
    """Make a Recovery Roll for a character that rests. Conditions that the rest clears do not hinder the roll.

    Rule:    FB-REC-01 to FB-REC-04, FB-COND-05, FB-COND-08, FB-R-20, FB-R-28, FB-R-36, FB-R-41, FB-R-102
    Refuses: HelpFirst
    """
    use: Use = "action" if ctx.state.settings.combat.rest == "action" else "after the fight"
    bearer = act_as(ctx, command.character, f"{command.length} rest", use=use, rests=True)
    if ctx.state.form and bearer.status == "dying":
        raise HelpFirst(needs="HelpDying", has=bearer.status, field="character")
    check_room(ctx.state.recoveries, MAX_PENDING)
    cured = clear_by_rest(ctx, bearer, command.addresses)
    stance = stance_of(ctx, cured, command.stance, Occasion(on="rest"))
    dice = HitDice(dice=BOOK.rest[command.length], position=as_rolled(stance.position))
    roll = throw(ctx, f"{command.length} rest", dice)
    renews = command.length == "long" and ctx.state.settings.spells.reset_on == "long_rest"
    more = {"reason": stance.why, "conditions": cured.hindrances, "renews_spells": renews}
    ctx.emit(form(Rested, command, recovery=roll.id, roll=roll, **more))


@judge
def spend_recovery(ctx: CampaignContext, command: SpendRecovery) -> None:
    """Spend all Hits of a rest together. HP rise at most to the maximum HP after Strength has been restored.

    Rule:    FB-REC-05, FB-REC-06, FB-REC-08, FB-REC-09, FB-R-06, FB-R-07, FB-R-34, FB-R-35
    Refuses: CriticalSaveFirst, and all refusals of `_restored`
    """
    hits = entry_of(ctx.state.recoveries, command.recovery, "recovery")
    bearer = living(ctx, hits.character, "recovery")
    check_owns(ctx, bearer.seat)
    if bearer.id in ctx.state.criticals.values():
        raise CriticalSaveFirst(needs="no Critical Save due", has=bearer.id, field="recovery")
    scores = _restore_scores(command, bearer, hits.hits)
    most_hp = bearer.max_hp if ctx.state.form == 0 else max_hp_with(ctx, bearer, scores.strength)
    hp = cap_hp(ctx, bearer, _refill(ctx, bearer.hp, most_hp, command.spend.count("hp")))
    stamina = _refill(ctx, bearer.stamina, ctx.state.settings.stamina.maximum, command.spend.count("stamina"))
    ctx.emit(form(RecoverySpent, command, character=bearer.id, stamina=stamina, hp=hp, scores=scores))
    follow_strength(ctx, bearer.id, "strength", bearer.scores.strength)


def _restore_scores(command: SpendRecovery, bearer: Character, hits: int) -> Scores:
    """Return the scores after each Hit has restored a point, as long as an Attribute is below its maximum.

    Rule:    FB-REC-05 to FB-REC-07, FB-REC-09, FB-R-23, FB-R-34, FB-R-59
    Refuses: TooManyHitsSpent, TooManyPointsRestored, AttributeAtMaximum, HitsLeft, PointsLeft
    """
    spent, restored, points = len(command.spend), len(command.restore), min(hits, missing(bearer))
    if spent > hits:
        raise TooManyHitsSpent(needs=hits, has=spent, field="spend")
    if restored > hits:
        raise TooManyPointsRestored(needs=hits, has=restored, field="restore")
    scores = bearer.scores
    for attribute in command.restore:
        score, most = scores.of(attribute), bearer.maxima.of(attribute)
        if score >= most:
            raise AttributeAtMaximum(needs=f"below {most}", has=score, field="restore")
        scores = scores.having(attribute, score + 1)
    if spent < hits:
        raise HitsLeft(needs=hits, has=spent, field="spend")
    if restored < points:
        raise PointsLeft(needs=points, has=restored, field="restore")
    return scores


def _refill(ctx: CampaignContext, now: int, most: int, hits: int) -> int:
    """Return Stamina or HP after a refill: the maximum, or a point more for each Hit. Rule: FB-REC-05, FB-R-33."""
    refill = hits if ctx.state.settings.recovery.refill == "one_point" else most * min(hits, 1)
    return max(now, min(now + refill, most))


def heal_wounds(ctx: CampaignContext) -> None:
    """Heal the wounded characters that have recovered everything that they lost. Rule: FB-CRIT-10, FB-R-65."""
    wounded = [name for name, one in ctx.state.characters.items() if one.status == "wounded"]
    ends = ctx.state.settings.wounded.ends if wounded else "never"
    least = ctx.state.settings.stamina.maximum if ends == "everything" else 0
    for name in in_order(wounded) if ends != "never" else ():
        bearer = ctx.character(name)
        if bearer.hp >= bearer.max_hp and not missing(bearer) and bearer.stamina >= least:
            ctx.emit(WoundsHealed(character=name))


@judge
def reach_milestone(ctx: CampaignContext, command: ReachMilestone) -> None:
    """Make an Experience Roll for a character that reached a milestone. Rule: FB-XP-01, FB-XP-02, FB-XP-03, FB-R-20."""
    bearer = acting(ctx, command.character)
    check_room(ctx.state.experiences, MAX_PENDING)
    roll = throw_in_doubt(ctx, "experience", command.dice, command.position)
    ctx.emit(MilestoneReached(experience=roll.id, character=bearer.id, milestone=command.milestone, roll=roll))


@judge
def spend_hit(ctx: CampaignContext, command: SpendHit) -> None:
    """Spend one Hit of an Experience Roll. Rule: FB-XP-04 to FB-XP-07, FB-CRIT-13, FB-R-37. Refuses: HelpFirst."""
    hits = entry_of(ctx.state.experiences, command.experience, "experience")
    bearer = act_as(ctx, hits.character, "learn", use="after the fight", field="experience")
    if command.on != "max_hp":
        _try(ctx, hits.id, bearer, command.on)
        return
    most = bearer.max_hp + BOOK.hp_of_hit
    raises = ctx.state.settings.experience.raise_current_hp
    hp = cap_hp(ctx, bearer, bearer.hp + BOOK.hp_of_hit) if raises else bearer.hp
    if bearer.status == "dying" and hp > bearer.hp and not ctx.leads and ctx.state.amended:
        raise HelpFirst(needs="HelpDying", has=bearer.status, field="experience")
    ctx.emit(MaxHpRaised(experience=hits.id, character=bearer.id, max_hp=most, hp=max(hp, bearer.hp)))
    end_dying(ctx, bearer.id)


class Attempt(Struct, frozen=True, kw_only=True):
    """One die that tries to raise an Attribute. It succeeds if it shows more than `beats`. Rule: FB-XP-06."""

    beats: int

    def throw(self, chance: Chance, purpose: str, audience: Audience | None) -> int:
        """Roll the die."""
        return chance.roll(purpose, SIDES, audience=audience)[0]

    def odds(self) -> HitOdds:
        """Return the exact odds."""
        return hit_odds(1, "plain", "the score rises", Fraction(max(SIDES - self.beats, 0), SIDES))

    def odds_cost(self) -> int:
        """Return a lower bound on the number of calculation steps for the odds."""
        return 1


def _try(ctx: CampaignContext, experience: str, bearer: Character, attribute: Attribute) -> None:
    """Try to raise an Attribute with one die, which must beat a score. Rule: FB-XP-06, FB-R-38, FB-R-39, FB-R-59."""
    score, most = bearer.scores.of(attribute), bearer.maxima.of(attribute)
    beats = most if ctx.state.settings.experience.compare == "maximum" else score
    face = ctx.chance.draw(Attempt(beats=beats), f"experience attempt over {beats}")
    after = score + 1 if face > beats else score
    ctx.emit(AttributeTried(
        experience=experience, character=bearer.id, attribute=attribute, face=face, raised=after > score, score=after,
        maximum=max(most, after),
    ))  # fmt: skip
    follow_strength(ctx, bearer.id, attribute, bearer.scores.strength)


# ---------------------------------------------------------------- fold


@fold
def _rested(state: CampaignState, event: Rested) -> CampaignState:
    state = _to_spend(state, "recoveries", event).without_position(event.character, "rest")
    return state.change(event.character, spells=0) if event.renews_spells else state


def _to_spend(state: CampaignState, kind: str, event: Rested | MilestoneReached) -> CampaignState:
    """Return the campaign in which a character still has to spend the Hits of a roll, if the roll has any."""
    state, roll = state.store_rolls(event.roll.id), event.roll
    return state.having(kind, Hits(id=roll.id, character=event.character, hits=roll.hits)) if roll.hits else state


@fold
def _recovery_spent(state: CampaignState, event: RecoverySpent) -> CampaignState:
    state = state.without(event.recovery, "recoveries")
    return state.change(event.character, stamina=event.stamina, hp=event.hp, scores=event.scores)


@fold
def _wounds_healed(state: CampaignState, event: WoundsHealed) -> CampaignState:
    return state.without(event.character, "critical_saves").change(event.character, status="unhurt")


@fold
def _milestone_reached(state: CampaignState, event: MilestoneReached) -> CampaignState:
    return _to_spend(state, "experiences", event)


def _one_hit_less(state: CampaignState, experience: str) -> CampaignState:
    left = replace(state.experiences[experience], hits=state.experiences[experience].hits - 1)
    return state.having("experiences", left) if left.hits else state.without(experience, "experiences")


@fold
def _max_hp_raised(state: CampaignState, event: MaxHpRaised) -> CampaignState:
    return _one_hit_less(state, event.experience).change(event.character, max_hp=event.max_hp, hp=event.hp)


@fold
def _attribute_tried(state: CampaignState, event: AttributeTried) -> CampaignState:
    state = _one_hit_less(state, event.experience)
    return set_score(state, event.character, event.attribute, score=event.score, maximum=event.maximum)


# ---------------------------------------------------------------- samples


def _restoring(bearer: Character | None, hits: int) -> tuple[Field, tuple[Attribute, ...]]:
    """Return the possible values of `restore` for this many Hits, and one example. No score exceeds its maximum."""
    below = {one: bearer.maxima.of(one) - bearer.scores.of(one) if bearer else 0 for one in ATTRIBUTES}
    low: tuple[Attribute, ...] = tuple(one for one in ATTRIBUTES if below[one])
    count = min(hits, sum(below.values()))
    if all(below[one] >= count for one in low):
        return Field(items=Field(options=low), repeats=True, ordered=True, least=count, most=count), low[:1] * count
    found = tuple(one for one in product(low, repeat=count) if all(one.count(name) <= below[name] for name in low))
    return Field(options=found), found[0]


@samples
def _rests(state: CampaignState, seat: str) -> Samples[Rest]:
    for who in free_to_act(state, seat):
        held = curable(state, seat, who)
        fields = {"length": Field(options=get_args(Length)), **({"addresses": lists(held, most=20)} if held else {})}
        yield offer(Rest(character=who, length="short"), **fields, **fields_for_master(state, seat, stance=STANCE))


@samples
def _recoveries(state: CampaignState, _: str) -> Samples[SpendRecovery]:
    for recovery in some(state.recoveries):
        found = state.recoveries.get(recovery)
        hits = found.hits if found else 0
        restore, first = _restoring(state.characters.get(found.character) if found else None, hits)
        spend = Field(items=Field(options=get_args(Refill)), repeats=True, ordered=True, least=hits, most=hits)
        whole = SpendRecovery(recovery=recovery, spend=get_args(Refill)[:1] * hits, restore=first)
        yield offer(whole, spend=spend, restore=restore)


@samples
def _milestones(state: CampaignState, _: str) -> Samples[ReachMilestone | SpendHit]:
    reached = ReachMilestone(character=names(state)[0], milestone="the tower is open")
    yield offer(reached, character=names(state), milestone=TEXT, dice=DICE, **position(state))
    for hits in some(state.experiences):
        yield offer(SpendHit(experience=hits, on="strength"), on=get_args(Gain))
