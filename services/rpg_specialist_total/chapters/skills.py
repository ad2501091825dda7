"""Skill actions. The Keeper states their results."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import TIER_CAPS, ActionPoints, Dice
from services.rpg_specialist_total.chapters.dice import (
    LuckDice,
    check_adds,
    check_luck,
    luck_field,
    may_add,
    most_luck,
    roll_total,
    spend_luck,
)
from services.rpg_specialist_total.chapters.states import can_act, check_can_act, check_drug_allows
from services.rpg_specialist_total.chapters.turns import TierExceeded, check_ap, most_ap, spend
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState, Skill
from services.rpg_specialist_total.state.exchange import Rolled
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.days import StartDay
from shared.kernel.campaign.fights import AnswerFirst, EndFight, EndTurn, LeaveFight
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.samples import mine, some
from shared.kernel.campaign.seats import check_room, entry_of
from shared.kernel.chapter import fold, guard, judge, samples
from shared.kernel.messages import Command, Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

MAX_SKILLS: Final = 50
MOST_DICE: Final = 100

Number: TypeAlias = Annotated[int, Meta(ge=-1000, le=10_000)]

# ---------------------------------------------------------------- refusals


class SaidOtherwise(Refusal, rule="SC-R-76"):
    """This campaign resolves skills differently (`skill.resolution`): give what `needs` names, and only that."""


# ---------------------------------------------------------------- commands


class SkillAction(Command, frozen=True, kw_only=True):
    """Use a skill. Give dice and Luck only in a campaign that rolls for skills. The Keeper states the result."""

    counts_as = "move"

    character: Id
    what: Line
    ap: ActionPoints = 1
    dice: Dice = 0
    luck: LuckDice = 0


class SettleSkill(GameMasterCommand, frozen=True, kw_only=True):
    """State the result of a skill action: success or failure, or the total that it must reach."""

    counts_as = "answer"

    skill: Id
    outcome: Line
    succeeded: bool | None = None
    number: Number | None = None


# ---------------------------------------------------------------- events


class SkillTried(Event, frozen=True, kw_only=True):
    """A combatant used a skill. The Keeper has not stated the result yet."""

    skill: Skill


class SkillSettled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The result of a skill action was stated."""

    skill: str
    succeeded: bool
    outcome: str
    number: int | None = None
    roll: Rolled | None = None


# ---------------------------------------------------------------- judgement


@judge
def skill_action(ctx: CampaignContext, command: SkillAction) -> None:
    """Use a skill, and wait for the Keeper to state the result.

    Rule:    SC-ACT-01, SC-R-09, SC-R-76, SC-R-98, SC-R-108
    Refuses: CannotAct, TierExceeded, SaidOtherwise, WaitsForTheGameMaster, TooManyLuckDice, TooManyHere, and all
             refusals of `check_ap`
    """
    who = ctx.own(command.character).id
    check_can_act(ctx, who)
    check_drug_allows(ctx, who, "skill")
    check_ap(ctx, who, command.ap, "skill")
    most = most_of_skill(ctx.state)
    if most is not None and command.ap > most:
        raise TierExceeded(needs=f"at most {most} AP", has=command.ap, field="ap")
    if (command.dice or command.luck) and ctx.state.settings.skill.resolution == "declared":
        raise SaidOtherwise(needs="no dice", has=command.dice or command.luck, field="dice" if command.dice else "luck")
    check_adds(ctx, command.dice)
    check_luck(ctx, who, command.dice, command.luck)
    check_room(ctx.state.skills, MAX_SKILLS)
    spend(ctx, who, command.ap, "skill")
    if ctx.state.form:
        spend_luck(ctx, who, command.luck, "skill")
    new = Skill(
        id=ctx.new_id("skill"), character=who, what=command.what, ap=command.ap, dice=command.dice, luck=command.luck
    )  # fmt: skip
    ctx.emit(SkillTried(skill=new))


@guard
def check_skills_settled(ctx: CampaignContext, command: StartDay | EndFight | EndTurn | LeaveFight) -> None:
    """Refuse to end a turn, a fight or a day, or to leave a fight, before the skill actions in it are settled.

    Rule:    SC-CAMP-52, AR-CAMP-14, AR-FIGHT-06
    Refuses: AnswerFirst
    """
    state = ctx.state
    if not (state.skills and state.amended):
        return
    skills = state.skills.values()
    if isinstance(command, EndTurn):
        waiting = skills_due_in_turn(state) if command.participant == state.turn else ()
    elif isinstance(command, EndFight | LeaveFight):
        those = (one for one in skills if state.fighting(one.character))
        waiting = in_order(
            one.id for one in those if isinstance(command, EndFight) or one.character == command.participant
        )
    else:
        waiting = in_order(one.id for one in skills if state.fight is None)
    if waiting:
        raise AnswerFirst(needs=waiting)


def skills_due_in_turn(state: CampaignState) -> tuple[str, ...]:
    """Return the skill actions that the Keeper must settle before the current turn ends. Rule: SC-CAMP-52."""
    skills = state.skills.values() if state.amended else ()
    return in_order(one.id for one in skills if one.character == state.turn)


def may_try(state: CampaignState, who: str) -> bool:
    """Return whether a combatant is awake, without a drug, and has AP left for a skill. Rule: SC-R-49, SC-R-68."""
    return can_act(state, who) and state.characters[who].dosed is None and most_ap(state, who) > 0


def most_of_skill(state: CampaignState) -> int | None:
    """Return the maximum AP of a skill action, or None if tiers do not cap them. Rule: SC-R-108, SC-E-17."""
    return TIER_CAPS["simple"] if state.amended and state.settings.combat.tier_caps else None


@judge
def settle_skill(ctx: CampaignContext, command: SettleSkill) -> None:
    """Settle a skill action, whose Luck was spent when it was declared.

    In campaigns recorded under version 0 of the rules, the Luck is spent here.

    Rule:    SC-R-76, SC-CAMP-07
    Refuses: NotKnownHere, SaidOtherwise
    """
    skill = entry_of(ctx.state.skills, command.skill, "skill")
    needs = "succeeded" if ctx.state.settings.skill.resolution == "declared" else "number"
    said = tuple(name for name in ("succeeded", "number") if getattr(command, name) is not None)
    if said != (needs,):
        raise SaidOtherwise(needs=needs, has=said)
    roll = None
    if command.number is not None:
        paid = ctx.state.form > 0
        luck = skill.luck if paid else min(skill.luck, most_luck(ctx.state, skill.character, skill.dice))
        roll = roll_total(ctx, skill.character, "skill", dice=skill.dice, luck=luck, paid=paid)
    reached = roll is not None and roll.total >= (command.number or 0)
    ctx.emit(
        SkillSettled(
            skill=skill.id, succeeded=command.succeeded or reached, outcome=command.outcome, number=command.number,
            roll=roll,
        )
    )  # fmt: skip


# ---------------------------------------------------------------- fold


@fold
def _skill_tried(state: CampaignState, event: SkillTried) -> CampaignState:
    skill = event.skill
    return replace(state.raise_counter(skill.id), skills={**state.skills, skill.id: skill})


@fold
def _skill_settled(state: CampaignState, event: SkillSettled) -> CampaignState:
    return replace(state, skills=without(state.skills, event.skill))


# ---------------------------------------------------------------- samples


@samples
def _tried(state: CampaignState, seat: str) -> Samples[SkillAction]:
    for who in mine(state, seat):
        left = most_ap(state, who)
        ap = Field(least=1, most=min(left, most_of_skill(state) or left))
        fields = {"what": TEXT, "ap": ap}
        bare = SkillAction(character=who, what="climb")
        if who not in state.characters or state.settings.skill.resolution == "declared":
            yield offer(bare, **fields)
            continue
        if not may_add(state, seat):
            yield offer(bare, **fields, luck=luck_field(state, who, 0))
            continue
        most = most_luck(state, who, MOST_DICE)
        if state.settings.luck.cap != "dice_in_roll":
            yield offer(bare, **fields, dice=Field(least=0, most=MOST_DICE), luck=Field(least=0, most=most))
            continue
        for points in range(most + 1):
            yield offer(replace(bare, dice=points, luck=points), **fields, dice=Field(least=points, most=MOST_DICE))


@samples
def _settled(state: CampaignState, _: str) -> Samples[SettleSkill]:
    skills, says = some(state.skills), {"outcome": TEXT}
    by_word = state.settings.skill.resolution == "declared"
    bare = SettleSkill(skill=skills[0], outcome="so it is")
    command = replace(bare, succeeded=True) if by_word else replace(bare, number=10)
    more = {"succeeded": (True, False)} if by_word else {"number": Field(least=-1000, most=10_000)}
    yield offer(command, **says, skill=skills, **more)
