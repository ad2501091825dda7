"""The course of a round, from declarations to damage.

In order, fighters declare; the game master sets terms and has the dice rolled; the service settles tasks; groups allot
in turn; defenders choose which attackers they stop; and fighters take damage.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from services.bones.chapters.fights import allotting, blows, casting_in_fights, declaring, round_dice, round_tasks
from services.bones.chapters.fights.combat import check_may_roll, fight_of
from services.bones.chapters.magic import effects
from services.bones.chapters.rolls import abilities, rolls, wounds
from services.bones.chapters.rolls.settling import DicePutAway, TaskSettled
from services.bones.chapters.tasks import recovery, rolling, tasks
from services.bones.context import CampaignContext
from services.bones.faces import SIDES
from services.bones.reading import reported
from services.bones.reading.effects import stored_successes
from services.bones.reading.minds import standing
from services.bones.reading.order_of_allotment import groups
from services.bones.reading.spiffs import asked_for_effects
from services.bones.reading.taking_part import (
    acts,
    has_healing_to_choose,
    open_resistances,
    owes,
    pending,
    pending_first,
    resisting,
    ridden_with,
    there,
)
from services.bones.state.campaign import CampaignState
from services.bones.state.combat import CombatStage, Fighter
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.keeping import in_order
from shared.kernel.chapter import fold, follows, judge_given, samples
from shared.kernel.messages import Command, Event
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Samples, offer

# ---------------------------------------------------------------- refusals


class NotTheTimeToRoll(Refusal, rule="BN-R-103"):
    """The dice of the round cannot be rolled now: roll them once, after all who can act have declared."""


# ---------------------------------------------------------------- commands


class RollRound(Command, frozen=True, kw_only=True):
    """Roll the dice of the round for all fighters. A horde rolls once for each target.

    The game master sends this command. If `round_rolled_by` is `fighters`, any player with a fighter may send it too.
    """

    counts_as = "move"


# ---------------------------------------------------------------- events


class RolledFor(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The dice that one fighter rolled in the round, for the fight or for another task.

    Shape: defied: successes of the effects that oppose its magic
    """

    creature: str
    rolls: tuple[str, ...] = ()
    task: str | None = None
    defied: int = 0


class RoundRolled(Event, frozen=True, kw_only=True):
    """The dice of the round were rolled."""

    fighters: tuple[RolledFor, ...]


class RoundTaskSettled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A task of the round was settled.

    `gross` is the number of successes before Nulls. `escaped` lists the opponents that the fighter escaped, and
    `together` the mount or riders that escaped them with it.
    """

    reveals = True

    creature: str
    gross: int
    escaped: tuple[str, ...]
    together: tuple[str, ...] = ()


class AllottingBegan(Event, frozen=True, kw_only=True):
    """Groups of fighters began to allot their successes, one group after another. Rule: BN-CMB-03, BN-CMB-19."""

    groups: tuple[tuple[str, ...], ...]


class GroupsTurnCame(Event, frozen=True, kw_only=True):
    """The next group's turn to allot came. Its fighters know earlier allotments. Rule: BN-CMB-03, BN-R-102."""

    group: int


class DefenceBegan(Event, frozen=True, kw_only=True):
    """All allotments are in, so defenders choose which attackers they stop. Rule: BN-R-105, BN-R-271."""


class RoundCompared(Event, frozen=True, kw_only=True, omit_defaults=True):
    """All attacks of the round were compared with defence. All their damage is dealt at the same time.

    `lapsed` lists the fighters who gave no coup de grace, since the target was healed, had left, or was out of reach.
    """

    lapsed: tuple[str, ...] = ()


class OrderTakenUp(Event, frozen=True, kw_only=True):
    """A magically controlled creature declared the action that it was ordered to take, in a round or in a season."""

    creature: str
    order: str


class RoundBegan(Event, frozen=True, kw_only=True):
    """A round began. Every fighter has to declare. Rule: BN-CMB-01, BN-R-103."""

    round: int


# ---------------------------------------------------------------- judgement


@judge_given(fight_of)
def roll_round(ctx: CampaignContext, _: RollRound) -> None:
    """Roll the dice of the round for all fighters. A horde rolls once for each target.

    Rule:    BN-CMB-10, BN-CAMP-85, BN-CAMP-96, BN-CAMP-102, BN-CAMP-209, BN-R-351, BN-R-377
    Refuses: OnlyTheGameMaster, NoFight, NotTheTimeToRoll, TermsNeeded, AnswerFirst, MayNotTry, and the refusals of
             `check_still_there`
    """
    check_may_roll(ctx)
    combat = fight_of(ctx.state)
    if combat.stage != "terms":
        declares = pending(ctx.state) or open_resistances(ctx.state) or "EndCombat, since no fighter can act"
        rolled = f"round {combat.round + 1}, since the dice of round {combat.round} have been rolled"
        raise NotTheTimeToRoll(needs=declares if combat.stage == "declaring" else rolled, has=combat.stage)
    able = tuple(one for one in there(ctx.state) if acts(ctx.state, one.id))
    if missing := tuple(one.id for one in able if one.said.doing == "other" and one.terms is None):
        raise rolling.TermsNeeded(needs="SetRoundTask", has=missing)
    if unsaid := casting_in_fights.casters_without_terms(ctx.state):
        raise rolling.TermsNeeded(needs="SetRoundMagic", has=unsaid)
    casting_in_fights.check_still_there(ctx)
    round_tasks.check_still_tried(ctx)
    asked = asked_for_effects(ctx.state)
    if waits := in_order({*asked, *(owed for one in there(ctx.state) for owed in owes(ctx.state, one.id))}):
        raise AnswerFirst(needs=waits)
    ctx.emit(RoundRolled(fighters=_roll_for_all(ctx, [one for one in able if round_dice.rolls_dice(ctx.state, one)])))


def _roll_for_all(ctx: CampaignContext, able: list[Fighter]) -> tuple[RolledFor, ...]:
    """Roll the fight dice of all fighters at once, then those of every other task. Rule: BN-CAMP-85."""
    before, tired = ctx.state, casting_in_fights.call_on(ctx)
    hands = [hand for one in able for hand in round_dice.hands_of(ctx.state, one)]
    fight = fight_of(ctx.state)
    of = reported.of_round(fight)
    entered = [reported.for_roll(ctx.state, who, of, dice) for who, _, dice in hands]
    count = sum([len(dice) for (*_, dice), one in zip(hands, entered, strict=True) if one is None])
    if ctx.state.settings.dice.faces_reported:
        ctx.check_faces(*round_dice.dice_to_roll(ctx.state, able))
    faces = iter(ctx.chance.roll("round", SIDES, count) if count else ())
    made: dict[str, list[str]] = {}
    for (who, target, dice), one in zip(hands, entered, strict=True):
        fell = one or tuple(islice(faces, len(dice)))
        made.setdefault(who, []).append(
            rolls.make(
                ctx, fight.id, who, dice, fell, target=target, skill=casting_in_fights.skill(ctx.state, who),
                tired=tired.get(who, 0),
            )
        )  # fmt: skip
    return tuple(
        RolledFor(
            creature=one.id, rolls=tuple(made.get(one.id, ())), task=_roll_task(ctx, one, before),
            defied=stored_successes(ctx.state, one.magic.defies) if one.magic else 0,
        )
        for one in able
    )  # fmt: skip


def _roll_task(ctx: CampaignContext, one: Fighter, before: CampaignState) -> str | None:
    """Roll the task of a fighter who does not fight, and return the task's id, or None if the fighter tries no task.

    Rule: BN-CMB-11, BN-MOVE-04
    """
    said = one.said
    if said.doing not in round_dice.OTHERWISE:
        return None
    terms = one.terms or round_dice.MOVEMENT
    magic = said.casting if terms.skill == "Magic" else None
    task = tasks.begin(ctx, one.id, said.aim or "it moves", terms, said.weapons, casting=magic)
    rolling.roll(ctx, task, before)
    return task


@follows
def _task_of_the_round(ctx: CampaignContext, event: TaskSettled) -> None:
    """Record a task's successes for defence, and its escapes. Rule: BN-CMB-12, BN-CMB-13, BN-R-120, BN-R-357."""
    one = next((one for one in there(ctx.state) if one.task == event.task), None)
    if one is not None:
        won = {result.against for result in event.results if result.success}
        asked = {result.against for result in event.results}
        free = tuple(who for who in one.guards if one.escapes and (who if who in asked else None) in won)
        together = ridden_with(ctx.state, one.id) if free else ()
        ctx.emit(
            RoundTaskSettled(creature=one.id, gross=event.successes or 0, escaped=free, together=together)
        )  # fmt: skip


@follows
def _no_rest_in_a_fight(ctx: CampaignContext, event: RoundRolled) -> None:
    """Reset the hours of rest of each creature that rolls dice in a round of a fight. Rule: BN-CAMP-179, BN-R-145."""
    for one in event.fighters:
        if ctx.state.characters[one.creature].rested and ctx.state.amended and (one.rolls or one.task):
            recovery.break_rest(ctx, one.creature)


@follows
def _under_an_order(ctx: CampaignContext, event: declaring.Declared) -> None:
    """Record that a creature declared the action that a magic order requires of it. Rule: BN-R-316, BN-CAMP-100."""
    if order := standing(ctx.state, event.creature):
        ctx.emit(OrderTakenUp(creature=event.creature, order=order.id))


def go_on(ctx: CampaignContext) -> None:
    """Advance the round until a player or the game master must act. Rule: BN-R-103, BN-R-270, BN-R-280, BN-CAMP-102."""
    while (
        ctx.state.combat is not None
        and not resisting(ctx.state)
        and (step := STEPS.get(ctx.state.combat.stage))
        and step(ctx)
    ):
        pass


def _declaring(ctx: CampaignContext) -> bool:
    """Make all declarations public when the last fighter has declared.

    If `declaration` is `cast_first`, the declarations of the cast (the game master's people) become public first.
    """
    state = ctx.state
    done = not pending(state) and any(one.declared for one in there(state))
    due = state.settings.combat.declaration == "cast_first" and any(
        one.declared and not one.shown for one in there(state)
    )
    first = due and not pending_first(state)
    if done or first:
        declaring.reveal(ctx)
    return done or first


def _rolling(ctx: CampaignContext) -> bool:
    """Start the allotting when all dice of the round are final."""
    state = ctx.state
    if any(_is_unsettled(state, one) for one in there(state)):
        return False
    casting_in_fights.settle(ctx)
    ctx.emit(AllottingBegan(groups=groups(state)))
    allotting.open_group(ctx)
    return True


def _is_unsettled(state: CampaignState, one: Fighter) -> bool:
    if any(state.rolls[roll].stage != "final" for roll in one.rolls):
        return True
    return one.task is not None and state.tasks[one.task].stage != "settled"


def _allotting(ctx: CampaignContext) -> bool:
    """Start the next group's allotting once this group has allotted. After the last group, let defenders choose."""
    combat = fight_of(ctx.state)
    if allotting.who_allots(ctx.state):
        return False
    if combat.allotting:
        allotting.reveal(ctx)
    if combat.group + 1 < len(combat.groups):
        ctx.emit(GroupsTurnCame(group=combat.group + 1))
        allotting.open_group(ctx)
    else:
        ctx.emit(DefenceBegan())
    return True


def _defending(ctx: CampaignContext) -> bool:
    """Compare all attacks of the round with the defence, and apply coups de grace at the same time.

    Rule: BN-CMB-18, BN-R-277
    """
    if blows.waiting(ctx.state):
        return False
    abilities.before_damage(ctx)
    blows.compare(ctx)
    ctx.emit(RoundCompared(lapsed=blows.fall(ctx)))
    return True


def _damage(ctx: CampaignContext) -> bool:
    """Begin the next round once all damage from this round has been taken. Rule: BN-R-111, BN-R-186."""
    wounds.go_on(ctx)
    if wounds.open_for_round(ctx.state):
        return False
    abilities.after_damage(ctx)
    effects.round_over(ctx)
    combat = fight_of(ctx.state)
    over = tuple(one.id for one in ctx.state.tasks.values() if one.fight)
    rolled = tuple(one.id for one in ctx.state.rolls.values() if one.of in (combat.id, *over))
    ctx.emit(DicePutAway(tasks=in_order(over), rolls=in_order(rolled)))
    ctx.emit(RoundBegan(round=combat.round + 1))
    return True


STEPS: Final[Mapping[CombatStage, Callable[[CampaignContext], bool]]] = {
    "declaring": _declaring, "rolling": _rolling, "allotting": _allotting, "defending": _defending, "damage": _damage,
}  # fmt: skip

# ---------------------------------------------------------------- fold


@fold
def _round_rolled(state: CampaignState, event: RoundRolled) -> CampaignState:
    for one in event.fighters:
        state = state.fighter_put(one.creature, rolls=one.rolls, task=one.task, defied=one.defied)
    return state.combat_put(stage="rolling")


@fold
def _task_settled(state: CampaignState, event: RoundTaskSettled) -> CampaignState:
    state = state.fighter_put(event.creature, gross=event.gross)
    for who in (event.creature, *event.together):
        before = state.combat.fighters[who].escaped if state.combat else ()
        state = state.fighter_put(who, escaped=tuple(dict.fromkeys((*before, *event.escaped))))
    return state


@fold
def _allotting_began(state: CampaignState, event: AllottingBegan) -> CampaignState:
    return state.combat_put(stage="allotting", groups=event.groups, group=0)


@fold
def _turn_came(state: CampaignState, event: GroupsTurnCame) -> CampaignState:
    return state.combat_put(group=event.group)


@fold
def _defence_began(state: CampaignState, _: DefenceBegan) -> CampaignState:
    return state.combat_put(stage="defending")


@fold
def _compared(state: CampaignState, _: RoundCompared) -> CampaignState:
    return state.combat_put(stage="damage")


@fold
def _taken_up(state: CampaignState, event: OrderTakenUp) -> CampaignState:
    obeyed = (*state.season.obeyed, event.order) if state.season else ()
    return state.fighter_put(event.creature, order=event.order).season_put(obeyed=obeyed)


@fold
def _round_began(state: CampaignState, event: RoundBegan) -> CampaignState:
    fresh = {
        one.id: Fighter(
            id=one.id, side=one.side, fled=tuple(dict.fromkeys((*one.fled, *one.escaped))),
            down=not (acts(state, one.id) or has_healing_to_choose(state, one.id)),
        )
        for one in there(state)
    }  # fmt: skip
    anew = {key: replace(one, held=False) for key, one in state.effects.items()}
    begun = state.combat_put(round=event.round, stage="declaring", fighters=fresh, groups=(), group=0)
    return replace(begun, effects=anew)


# ---------------------------------------------------------------- samples


@samples
def _rolls_round(_: CampaignState, __: str) -> Samples[RollRound]:
    yield offer(RollRound)
