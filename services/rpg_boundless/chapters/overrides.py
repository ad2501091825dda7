"""Corrections by the game master. Each needs a reason, and stays within the limits of the rules."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from services.rpg_boundless.catalogue import Attribute
from services.rpg_boundless.chapters.annulments import (
    ConditionWaived,
    check_answer_can_return,
    restore_status,
    take_back,
)
from services.rpg_boundless.chapters.characters import follow_strength, set_score
from services.rpg_boundless.chapters.damage import end_dying, endanger
from services.rpg_boundless.chapters.enemies import (
    EnemyArmorNotPlayed,
    enemy_changed,
    enemy_left_with,
    kept_from_players,
    take_out,
)
from services.rpg_boundless.chapters.fortune import not_tied
from services.rpg_boundless.chapters.items import FULL_HP, cap_hp, free
from services.rpg_boundless.chapters.recovery import SpendHit, SpendRecovery
from services.rpg_boundless.chapters.saves import ConsequenceWithdrawn, FaceConsequence
from services.rpg_boundless.chapters.seats import available, standing_enemy
from services.rpg_boundless.chapters.turns import participant_of, running
from services.rpg_boundless.context import CampaignContext, CharacterChanged
from services.rpg_boundless.samples import ATTRIBUTE, REASON, WHY, alive, names
from services.rpg_boundless.state.campaign import CampaignState
from services.rpg_boundless.state.sheets import MAX_POINTS, Points, Score, Some
from shared.kernel.campaign.authority import Override
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import fighters, some
from shared.kernel.campaign.seats import check_within, entry_of, reason_for, there_are
from shared.kernel.chapter import fold, guard, hides, judge, judge_given, samples
from shared.kernel.messages import Event, Id, Secret
from shared.kernel.pools.position import SIDES
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

# ---------------------------------------------------------------- refusals


class RollIsVoid(Refusal, rule="FB-R-56"):
    """The game master has annulled this roll: name a roll that has not been annulled."""


class SlotsCapHp(Refusal, rule="FB-R-35"):
    """All Slots are filled, so HP cannot be above 1: free a Slot first, or set HP to 0 or 1."""


class ActionGrantedAlready(Refusal, rule="FB-ROUND-09"):
    """This participant already has a granted action: let it use that action first."""


class RollVoidAlready(Refusal, rule="FB-R-56"):
    """This roll has already been annulled: name a roll that has not been annulled."""


# ---------------------------------------------------------------- commands


class AdjustHp(Override, frozen=True, kw_only=True):
    """Set a character's HP and, if given, its maximum HP.

    Setting HP above 0 also helps a dying character, and takes back a death: the character is then wounded instead.
    """

    character: Id
    hp: Points
    max_hp: Some | None = None


class AdjustStamina(Override, frozen=True, kw_only=True):
    """Set a character's Stamina."""

    character: Id
    stamina: Annotated[int, Meta(ge=0, le=100)]


class AdjustAttribute(Override, frozen=True, kw_only=True):
    """Set a character's score in an Attribute and, if given, its maximum."""

    character: Id
    attribute: Attribute
    score: Score
    maximum: Score | UnsetType = UNSET


class AdjustEnemy(Override, frozen=True, kw_only=True):
    """Set an enemy's HP and, if given, its Armor HP. An enemy that was taken out returns if its HP is above 0."""

    enemy: Id
    hp: Points
    armor: Points | UnsetType = UNSET


class AdjustAction(Override, frozen=True, kw_only=True):
    """Grant a participant an additional action this round, or one out of turn."""

    participant: Id


class AdjustCondition(Override, frozen=True, kw_only=True):
    """Keep a Condition in the story, without its effect in the rules, since the character has no free Slot for it."""

    room: Id


class AdjustRoll(Override, frozen=True, kw_only=True):
    """Annul a roll: it has no further effect, and its unanswered consequences are withdrawn.

    These include Critical Saves, dying, Conditions that wait for room, and the Pool of signs of an Encounter Roll.
    If the roll was a Save, the consequence that it answered must be answered again. Earlier effects on HP, Stamina,
    Attributes, Conditions, enemies and other Pools stay until you correct them separately. A death stays too, until
    you take it back with `AdjustHp`. If the roll emptied a Pool, create the Pool again. A Pool that is still hidden
    gets its dice back by itself. Spells that a long rest renewed stay renewed. To annul a contest, name one of its two
    rolls.
    """

    roll: Id


@hides
def _points(_: CampaignState, command: AdjustEnemy) -> tuple[str, ...]:
    """Return the fields of a corrected enemy that are secret. Rule: FB-CAMP-09."""
    return ("hp",) if command.armor is UNSET else ("hp", "armor")


# ---------------------------------------------------------------- events


class HpAdjusted(CharacterChanged, frozen=True, kw_only=True):
    """HP and maximum HP of a character were set."""

    hp: int
    max_hp: int
    reason: str


class DeathTakenBack(Event, frozen=True, kw_only=True):
    """The game master took back the death of a character: it is alive, and wounded."""

    character: str


class StaminaAdjusted(CharacterChanged, frozen=True, kw_only=True):
    """A character's Stamina was set."""

    stamina: int
    reason: str


class AttributeAdjusted(Event, frozen=True, kw_only=True):
    """A character's score and maximum in an Attribute were set. A score above the old maximum raises it."""

    character: str
    attribute: Attribute
    score: int
    maximum: int
    reason: str


class EnemyAdjusted(Event, frozen=True, kw_only=True):
    """An enemy's HP and Armor HP were set."""

    enemy: str
    left: tuple[int, int] | Secret[tuple[int, int]]
    reason: str


class ActionGranted(Event, frozen=True, kw_only=True):
    """The game master granted a participant an additional action this round."""

    participant: str
    reason: str


class RollAnnulled(Event, frozen=True, kw_only=True):
    """The game master annulled a roll: its Hits no longer count, and it has no further consequences."""

    roll: str
    reason: str


# ---------------------------------------------------------------- judgement


@judge
def adjust_hp(ctx: CampaignContext, command: AdjustHp) -> None:
    """Set a character's HP and maximum HP. If HP is above 0, a dying or dead character becomes wounded.

    If the Critical Saves that led to a death are annulled, the character is as it was before them.

    Rule:    FB-CAMP-07, FB-CAMP-08, FB-CAMP-22, FB-CRIT-01, FB-CRIT-13, FB-CRIT-15, FB-R-22, FB-R-35
    Refuses: SlotsCapHp
    """
    dead = command.character in _can_live_again(ctx.state) and command.hp > 0
    bearer = ctx.character(command.character) if dead else available(ctx, command.character)
    most = command.max_hp or bearer.max_hp
    if check_within(command.hp, 0, most, "hp") > cap_hp(ctx, bearer, most):
        raise SlotsCapHp(needs=f"0 to {FULL_HP}", has=command.hp, field="hp")
    reason = reason_for(command.reason)
    ctx.emit(HpAdjusted(character=bearer.id, hp=command.hp, max_hp=most, reason=reason))
    if command.hp == 0 and bearer.hp > 0:
        endanger(ctx, bearer.id)
    if dead:
        ctx.emit(DeathTakenBack(character=bearer.id))
        restore_status(ctx)
    end_dying(ctx, bearer.id, reason)


def _can_live_again(state: CampaignState) -> tuple[str, ...]:
    """Return the dead characters whose death the game master can take back. Rule: FB-CAMP-22."""
    dead = (one.id for one in state.characters.values() if one.status == "dead")
    return in_order(dead) if state.amended else ()


@judge
def adjust_stamina(ctx: CampaignContext, command: AdjustStamina) -> None:
    """Set a character's Stamina. Rule: FB-CAMP-07, FB-CAMP-08, FB-R-06."""
    bearer = available(ctx, command.character)
    stamina = check_within(command.stamina, 0, ctx.state.settings.stamina.maximum, "stamina")
    ctx.emit(StaminaAdjusted(character=bearer.id, stamina=stamina, reason=reason_for(command.reason)))


@judge
def adjust_attribute(ctx: CampaignContext, command: AdjustAttribute) -> None:
    """Set a character's score in an Attribute, and its maximum. Rule: FB-CAMP-07, FB-CAMP-08, FB-CAMP-29, FB-R-39."""
    bearer, most = available(ctx, command.character), command.maximum
    highest = SIDES if most is UNSET else check_within(most, 0, SIDES, "maximum")
    score = check_within(command.score, 0, highest, "score")
    most = max(bearer.maxima.of(command.attribute), score) if most is UNSET else most
    ctx.emit(form(AttributeAdjusted, command, maximum=most, reason=reason_for(command.reason)))
    follow_strength(ctx, bearer.id, command.attribute, bearer.scores.strength)


@judge_given(there_are("enemies", field="enemy"))
def adjust_enemy(ctx: CampaignContext, command: AdjustEnemy) -> None:
    """Set an enemy's HP and Armor HP.

    Rule:    FB-CAMP-07, FB-CAMP-09, FB-CAMP-26, FB-ENEMY-04, FB-R-52, FB-R-56
    Refuses: NotKnownHere, EnemyArmorNotPlayed
    """
    enemy = entry_of(ctx.state.enemies, command.enemy, "enemy")
    armor = enemy.armor if command.armor is UNSET else command.armor
    if command.armor is not UNSET and not ctx.state.settings.enemies.armor:
        raise EnemyArmorNotPlayed(needs="left out", has=armor, field="armor")
    left = kept_from_players(ctx, enemy, (command.hp, armor))
    ctx.emit(EnemyAdjusted(enemy=enemy.id, left=left, reason=reason_for(command.reason)))
    take_out(ctx, enemy.id)


@judge_given(running)
def adjust_action(ctx: CampaignContext, command: AdjustAction) -> None:
    """Grant a participant an additional action. Rule: FB-CAMP-07, FB-ROUND-09. Refuses: ActionGrantedAlready."""
    found = participant_of(running(ctx.state), command.participant)
    (standing_enemy if found.id in ctx.state.enemies else available)(ctx, found.id, "participant")
    if found.granted:
        raise ActionGrantedAlready(needs="one granted action at a time", has=found.id, field="participant")
    ctx.emit(ActionGranted(participant=found.id, reason=reason_for(command.reason)))


@judge_given(there_are("rooms", field="room"))
def adjust_condition(ctx: CampaignContext, command: AdjustCondition) -> None:
    """Keep a Condition in the story, without its effect in the rules. Rule: FB-CAMP-07, FB-R-10."""
    room = entry_of(ctx.state.rooms, command.room, "room")
    available(ctx, room.character, "room")
    ctx.emit(form(ConditionWaived, room, room=room.id, reason=reason_for(command.reason)))


@guard
def check_roll_stands(ctx: CampaignContext, command: SpendRecovery | SpendHit | FaceConsequence) -> None:
    """Refuse a command that depends on an annulled roll. Rule: FB-R-56. Refuses: RollIsVoid."""
    field = {SpendRecovery: "recovery", SpendHit: "experience", FaceConsequence: "check"}[type(command)]
    roll = getattr(command, field)
    clear = isinstance(command, FaceConsequence) and command.characters
    if ctx.state.form and roll in ctx.state.annulled and not clear:
        raise RollIsVoid(needs="a roll that has not been annulled", has=roll, field=field)


@judge
def adjust_roll(ctx: CampaignContext, command: AdjustRoll) -> None:
    """Annul a roll, and withdraw everything that is still pending because of it. Rule: FB-CAMP-07, FB-R-56."""
    if command.roll in ctx.state.annulled:
        raise RollVoidAlready(needs="a roll that has not been annulled", has=command.roll, field="roll")
    entry_of(dict.fromkeys(ctx.state.rolls), command.roll, "roll")
    reason = reason_for(command.reason)
    check_answer_can_return(ctx, command.roll)
    before = ctx.state.critical_saves
    ctx.emit(RollAnnulled(roll=command.roll, reason=reason))
    for pending in in_order(ctx.state.consequences) if ctx.state.form else ():
        if ctx.state.consequences[pending].check == command.roll:
            ctx.emit(ConsequenceWithdrawn(consequence=pending, reason=reason))
    if ctx.state.amended:
        take_back(ctx, command.roll, reason, before)


# ---------------------------------------------------------------- fold


@fold
def _death_taken_back(state: CampaignState, event: DeathTakenBack) -> CampaignState:
    return _turn_passed(state.help_dying(event.character), event.character)


@fold
def _attribute_adjusted(state: CampaignState, event: AttributeAdjusted) -> CampaignState:
    return set_score(state, event.character, event.attribute, score=event.score, maximum=event.maximum)


@fold
def _enemy_adjusted(state: CampaignState, event: EnemyAdjusted) -> CampaignState:
    """Set an enemy's HP and bring it back if it was out. At 0 HP, `EnemyTakenOut` follows."""
    after = enemy_changed(enemy_left_with(state, event.enemy, event.left), event.enemy, out=False)
    return _turn_passed(after, event.enemy) if state.enemies[event.enemy].out else after


def _turn_passed(state: CampaignState, who: str) -> CampaignState:
    """End the turn of a fighter that returned to the fight, if a later turn of the round has already begun."""
    fight = state.fight
    if fight is None or who not in fight.order:
        return state
    behind = {one.id for one in fight.participants if one.begun} & {*fight.order[fight.order.index(who) + 1 :]}
    return state.fighter_changed(who, done=True) if behind else state


@fold
def _action_granted(state: CampaignState, event: ActionGranted) -> CampaignState:
    return state.fighter_changed(event.participant, granted=True)


@fold
def _roll_annulled(state: CampaignState, event: RollAnnulled) -> CampaignState:
    state = replace(state, annulled={**state.annulled, event.roll: event.reason})
    if not state.form:
        return state
    state = _void_critical_saves(_void_signs(state, event), event.roll) if state.amended else state
    state = not_tied(state, *(contest for contest, rolls in state.opposed.items() if event.roll in rolls))
    return state.without(event.roll, "recoveries", "experiences", "failures")


def _void_critical_saves(state: CampaignState, roll: str) -> CampaignState:
    """Mark as annulled all Critical Saves that were made with an annulled roll or because of it."""
    return replace(state, critical_saves={who: saves.annul(roll) for who, saves in state.critical_saves.items()})


def _void_signs(state: CampaignState, event: RollAnnulled) -> CampaignState:
    """Remove the signs that an Encounter Roll found, because the roll was annulled; mark a hidden roll as annulled."""
    hidden = {key: one.annul(event.roll, event.reason) for key, one in state.hidden.items()}
    return replace(state, hidden=hidden).without(event.roll, "signs")


# ---------------------------------------------------------------- samples


@samples
def _of_hp(state: CampaignState, _: str) -> Samples[AdjustHp]:
    """Offer values of HP up to the current maximum, and some values together with a new maximum."""
    dead = _can_live_again(state)
    for who in some((*(one.id for one in alive(state)), *dead)):
        bearer = state.characters.get(who)
        most = max(bearer.max_hp, 1) if bearer else 1
        full = bearer is not None and free(bearer) <= 0 and state.settings.slots.full_effect == "cap"
        hp = Field(least=1 if who in dead else 0, most=min(most, FULL_HP) if full else most)
        yield offer(AdjustHp(character=who, hp=1, reason=WHY), hp=hp, **REASON)
        raised = Field(least=most, most=MAX_POINTS)
        yield offer(AdjustHp(character=who, hp=1, max_hp=most, reason=WHY), hp=hp, max_hp=raised, **REASON)


@samples
def _of_characters(state: CampaignState, _: str) -> Samples[AdjustStamina | AdjustAttribute | AdjustCondition]:
    who, score = names(state), Field(least=0, most=SIDES)
    stamina = Field(least=0, most=state.settings.stamina.maximum)
    yield offer(AdjustStamina, character=who, stamina=stamina, reason=(WHY, TEXT))
    yield offer(AdjustAttribute, character=who, attribute=ATTRIBUTE, score=score, reason=(WHY, TEXT))
    for least in range(SIDES + 1):
        kept = AdjustAttribute(character=who[0], attribute="strength", score=least, maximum=SIDES, reason=WHY)
        most = Field(least=least, most=SIDES)
        yield offer(kept, character=who, attribute=ATTRIBUTE, maximum=most, **REASON)
    yield offer(AdjustCondition, room=some(state.rooms), reason=(WHY, TEXT))


@samples
def _of_others(state: CampaignState, seat: str) -> Samples[AdjustEnemy | AdjustAction | AdjustRoll]:
    rolls = Field(options=some(one for one in state.rolls if one not in state.annulled))
    points = Field(least=0, most=MAX_POINTS)
    armor = {"armor": points} if state.settings.enemies.armor else {}
    adjusted = AdjustEnemy(enemy=some(state.enemies)[0], hp=1, reason=WHY)
    yield offer(adjusted, enemy=some(state.enemies), hp=points, **armor, reason=TEXT)
    yield offer(AdjustAction, participant=fighters(state, seat), reason=(WHY, TEXT))
    yield offer(AdjustRoll, roll=rolls, reason=(WHY, TEXT))
