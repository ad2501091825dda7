"""Recovery Rolls: characters rest, and spend the Hits of the roll."""

from __future__ import annotations

from itertools import product
from typing import Annotated, get_args

from msgspec import Meta
from msgspec.structs import replace

from services.rpg_boundless.catalogue import ATTRIBUTES, BOOK, Attribute, Length, Refill
from services.rpg_boundless.chapters.characters import follow_strength, max_hp_with, missing
from services.rpg_boundless.chapters.conditions import clear_by_rest
from services.rpg_boundless.chapters.dice import (
    HitDice,
    Occasion,
    as_rolled,
    reason_of,
    stance_of,
    throw,
    without_position_for,
)
from services.rpg_boundless.chapters.items import capped
from services.rpg_boundless.chapters.seats import MAX_PENDING, CriticalSaveFirst, living
from services.rpg_boundless.chapters.turns import Use, act_as
from services.rpg_boundless.context import CampaignContext, Roll
from services.rpg_boundless.samples import free_to_act, held_by, lists, ruled
from services.rpg_boundless.state.campaign import CampaignState, Character, Hits
from services.rpg_boundless.state.sheets import MAX_DICE, Rolled, Scores, Stance
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import check_owns, check_room, entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- refusals


class HelpFirst(Refusal, rule="FB-R-36"):
    """A dying character cannot rest: another character must help first."""


class TooManyHitsSpent(Refusal, rule="FB-REC-05"):
    """Too many Hits: spend no more Hits than the roll has, and each Hit once."""


class TooManyPointsRestored(Refusal, rule="FB-REC-06"):
    """Too many points: each Hit restores one point."""


class AttributeAtMaximum(Refusal, rule="FB-REC-07"):
    """This Attribute is at its maximum: restore another Attribute."""


class HitsLeft(Refusal, rule="FB-REC-09"):
    """Too few Hits: spend all Hits of the roll at once."""


class PointsLeft(Refusal, rule="FB-REC-09"):
    """Too few points: restore one with each Hit while an Attribute is below its maximum."""


# ---------------------------------------------------------------- commands


class Rest(Roll, frozen=True, kw_only=True):
    """Rest, and make a Recovery Roll; `addresses` are the Conditions that this rest clears."""

    character: Id
    length: Length
    stance: Stance | None = None
    addresses: Annotated[tuple[Line, ...], Meta(max_length=20)] = ()


class SpendRecovery(Command, frozen=True, kw_only=True):
    """Spend all Hits of a Recovery Roll at once: each Hit refills Stamina or HP, and also restores an Attribute point.

    `spend` has one entry for each Hit. So has `restore`, as long as an Attribute is below its maximum.
    """

    counts_as = "answer"

    recovery: Id
    spend: Annotated[tuple[Refill, ...], Meta(max_length=MAX_DICE)] = ()
    restore: Annotated[tuple[Attribute, ...], Meta(max_length=MAX_DICE)] = ()


# ---------------------------------------------------------------- events


class Rested(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A character rested, and has the Hits of the roll to spend."""

    recovery: str
    character: str
    length: Length
    roll: Rolled
    reason: str | None = None
    conditions: tuple[str, ...] = ()
    renews_spells: bool = False


class RecoverySpent(Event, frozen=True, kw_only=True):
    """The Hits of a rest were spent; Stamina, HP and scores have the new values."""

    recovery: str
    character: str
    spend: tuple[Refill, ...]
    restore: tuple[Attribute, ...]
    stamina: int
    hp: int
    scores: Scores


class WoundsHealed(Event, frozen=True, kw_only=True):
    """A character is unhurt again: everything that its wound had cost is restored."""

    character: str


# ---------------------------------------------------------------- judgement


@judge
def rest(ctx: CampaignContext, command: Rest) -> None:
    """Rule: FB-REC-01 to FB-REC-04, FB-COND-05, FB-COND-08, FB-R-20, FB-R-28, FB-R-36, FB-R-41. Refuses: HelpFirst."""
    use: Use = "action" if ctx.state.settings.combat.rest == "action" else "after the fight"
    bearer = act_as(ctx, command.character, f"{command.length} rest", use=use, rests=True)
    if ctx.state.form and bearer.status == "dying":
        raise HelpFirst(needs="HelpDying", has=bearer.status, field="character")
    position = stance_of(ctx, bearer, command.stance, Occasion(on="rest"))
    rolled_at = as_rolled(position.position)
    check_room(ctx.state.recoveries, MAX_PENDING)
    clear_by_rest(ctx, bearer.id, command.addresses)
    roll = throw(ctx, f"{command.length} rest", HitDice(dice=BOOK.rest[command.length], position=rolled_at))
    renews = command.length == "long" and ctx.state.settings.spells.reset_on == "long_rest"
    ctx.emit(Rested(
        recovery=roll.id, character=bearer.id, length=command.length, roll=roll, reason=reason_of(position),
        conditions=bearer.hindrances, renews_spells=renews,
    ))  # fmt: skip


@judge
def spend_recovery(ctx: CampaignContext, command: SpendRecovery) -> None:
    """Spend all Hits of a rest together.

    Rule:    FB-REC-05, FB-REC-06, FB-REC-08, FB-REC-09, FB-R-34
    Refuses: CriticalSaveFirst, and as `_check_most` and `_check_whole`
    """
    hits = entry_of(ctx.state.recoveries, command.recovery, "recovery")
    bearer = living(ctx, hits.character, "recovery")
    check_owns(ctx, bearer.seat)
    if bearer.id in ctx.state.criticals.values():
        raise CriticalSaveFirst(needs="no Critical Save due", has=bearer.id, field="recovery")
    _check_most(command, hits.hits)
    scores = bearer.scores
    for attribute in command.restore:
        scores = _restored(bearer, scores, attribute)
    _check_whole(command, hits.hits, missing(bearer))
    ctx.emit(RecoverySpent(
        recovery=hits.id, character=bearer.id, spend=command.spend, restore=command.restore,
        stamina=_stamina(ctx, bearer, command.spend.count("stamina")),
        hp=_hp(ctx, bearer, scores, command.spend.count("hp")), scores=scores,
    ))  # fmt: skip
    follow_strength(ctx, bearer.id, "strength", bearer.scores.strength)


def _check_most(command: SpendRecovery, hits: int) -> None:
    """Rule: FB-REC-05, FB-REC-06. Refuses: TooManyHitsSpent, TooManyPointsRestored."""
    if len(command.spend) > hits:
        raise TooManyHitsSpent(needs=hits, has=len(command.spend), field="spend")
    if len(command.restore) > hits:
        raise TooManyPointsRestored(needs=hits, has=len(command.restore), field="restore")


def _check_whole(command: SpendRecovery, hits: int, below: int) -> None:
    """Check that every Hit is spent, and restores a point as long as an Attribute is below its maximum.

    Rule:    FB-REC-09, FB-R-34
    Refuses: HitsLeft, PointsLeft
    """
    if len(command.spend) < hits:
        raise HitsLeft(needs=hits, has=len(command.spend), field="spend")
    if len(command.restore) < min(hits, below):
        raise PointsLeft(needs=min(hits, below), has=len(command.restore), field="restore")


def _restored(bearer: Character, scores: Scores, attribute: Attribute) -> Scores:
    """Rule: FB-REC-06, FB-REC-07, FB-R-23, FB-R-59. Refuses: AttributeAtMaximum."""
    score, most = scores.of(attribute), bearer.maxima.of(attribute)
    if score >= most:
        raise AttributeAtMaximum(needs=f"below {most}", has=score, field="restore")
    return scores.having(attribute, score + 1)


def _stamina(ctx: CampaignContext, bearer: Character, hits: int) -> int:
    """Rule: FB-REC-05, FB-R-06, FB-R-33."""
    most = ctx.state.settings.stamina.maximum
    return max(bearer.stamina, min(bearer.stamina + _refill(ctx, most, hits), most))


def _hp(ctx: CampaignContext, bearer: Character, scores: Scores, hits: int) -> int:
    """Return the HP after a rest: up to the maximum that follows from the Strength which the rest restores.

    Rule: FB-REC-05, FB-REC-06, FB-R-07, FB-R-33, FB-R-35
    """
    most = bearer.max_hp if ctx.state.form == 0 else max_hp_with(ctx, bearer, scores.strength)
    hp = max(bearer.hp, min(bearer.hp + _refill(ctx, most, hits), most))
    return capped(ctx, bearer, hp)


def _refill(ctx: CampaignContext, most: int, hits: int) -> int:
    """Return how much a number of Hits refills: everything, or one point for each Hit. Rule: FB-R-33."""
    return hits if ctx.state.settings.recovery.refill == "one_point" else most * min(hits, 1)


def heal_wounds(ctx: CampaignContext) -> None:
    """Heal the wounded characters that have recovered all that the wound had cost. Rule: FB-CRIT-10, FB-R-65."""
    ends = ctx.state.settings.wounded.ends
    for name in in_order(ctx.state.characters) if ends != "never" else ():
        bearer = ctx.character(name)
        if bearer.status != "wounded" or bearer.hp < bearer.max_hp or missing(bearer):
            continue
        if ends == "everything" and bearer.stamina < ctx.state.settings.stamina.maximum:
            continue
        ctx.emit(WoundsHealed(character=name))


# ---------------------------------------------------------------- fold


@fold
def _rested(state: CampaignState, event: Rested) -> CampaignState:
    state = without_position_for(state.rolled(event.recovery), event.character, "rest")
    if event.renews_spells:
        state = state.changed(event.character, spells=0)
    if not event.roll.hits:
        return state
    hits = Hits(id=event.recovery, character=event.character, hits=event.roll.hits)
    return replace(state, recoveries={**state.recoveries, hits.id: hits})


@fold
def _recovery_spent(state: CampaignState, event: RecoverySpent) -> CampaignState:
    state = replace(state, recoveries=without(state.recoveries, event.recovery))
    return state.changed(event.character, stamina=event.stamina, hp=event.hp, scores=event.scores)


@fold
def _wounds_healed(state: CampaignState, event: WoundsHealed) -> CampaignState:
    return state.changed(event.character, status="unhurt")


# ---------------------------------------------------------------- samples


def _restoring(bearer: Character | None, hits: int) -> tuple[Field, tuple[Attribute, ...]]:
    """Return the allowed values of `restore` for a number of Hits, and the first of them.

    No Attribute exceeds its maximum.
    """
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
        held = held_by(state, who)
        fields = {"length": Field(options=get_args(Length)), **({"addresses": lists(held, most=20)} if held else {})}
        yield offer(Rest(character=who, length="short"), **fields, **ruled(state, seat, stance=Field(schema="Stance")))


@samples
def _recoveries(state: CampaignState, _: str) -> Samples[SpendRecovery]:
    for recovery in some(state.recoveries):
        found = state.recoveries.get(recovery)
        hits = found.hits if found else 0
        restore, first = _restoring(state.characters.get(found.character) if found else None, hits)
        spend = Field(items=Field(options=get_args(Refill)), repeats=True, ordered=True, least=hits, most=hits)
        whole = SpendRecovery(recovery=recovery, spend=get_args(Refill)[:1] * hits, restore=first)
        yield offer(whole, spend=spend, restore=restore)
