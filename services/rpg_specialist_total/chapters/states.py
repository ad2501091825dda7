"""Health states of combatants (unconscious, dying, dead), and the loss of Vitality and Fatigue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from services.rpg_specialist_total.catalogue import BERSERK_ACTIONS, Drug, Reach
from services.rpg_specialist_total.chapters.combatants import CombatantChanged
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Combatant, Health
from services.rpg_specialist_total.state.exchange import AttackKind
from shared.kernel.campaign import fights
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.roster import CharacterAssigned
from shared.kernel.campaign.samples import some
from shared.kernel.chapter import fold, follows, judge, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

MOST_LOST: Final = 10_000
PENALTY: Final = 10
"""The number by which each tier of a drug lowers the evasion total. Rule: SC-T-DRUG."""
HELPS: Final[Mapping[Drug, AttackKind]] = {"berserk": "martial", "meginserk": "magic"}
DOUBLE_THREAT: Final = "Double Threat"

Use: TypeAlias = Literal["attack", "spell", "skill"]
Lost: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_LOST)]

# ---------------------------------------------------------------- refusals


class CannotAct(Refusal, rule="SC-R-68", bars="value"):
    """This combatant cannot act or defend: choose a combatant that is conscious and alive."""


class IsDead(Refusal, rule="SC-DEATH-05"):
    """This combatant is dead: have it revived first, with a Life energy spell of sufficient strength."""


class DyingNotDeclared(Refusal, rule="SC-R-39"):
    """This combatant cannot be declared dying now (see `needs`): name another combatant."""


class BerserkersDoNotDefend(Refusal, rule="SC-BER-06"):
    """This berserker cannot consciously defend: roll no defence, and put no AP or Luck into defence or mitigation."""


class BerserkersCastNothing(Refusal, rule="SC-BER-07"):
    """This berserker cannot use spells or magic: choose an action without magic."""


class BerserkersShootNothing(Refusal, rule="SC-BER-08"):
    """This berserker cannot use projectile weapons: choose another weapon."""


class NoBerserkAction(Refusal, rule="SC-BER-09"):
    """This berserker cannot take this action: move, use one of the seven special actions or, if allowed, attack."""


class DoubleThreatNeedsThrown(Refusal, rule="SC-BER-11"):
    """This weapon is not a thrown weapon, which this berserker needs for Double Threat: choose a thrown weapon."""


class MeginserkersDoNotDefend(Refusal, rule="SC-MEG-06"):
    """This meginserker cannot consciously defend: roll no defence, and put no AP or Luck into defence or mitigation."""


class MeginserkersDoNotFight(Refusal, rule="SC-MEG-07"):
    """This meginserker cannot take martial actions: choose an action with magic."""


class MeginserkersDoMagic(Refusal, rule="SC-MEG-08"):
    """This meginserker may act only by magic, and must try some: cast a spell, or let the Keeper waive it this turn."""


# ---------------------------------------------------------------- commands


class LoseVitality(GameMasterCommand, frozen=True, kw_only=True):
    """Subtract Vitality from a combatant for a cause other than an attack."""

    counts_as = "move"
    character: Id
    amount: Lost
    reason: Line


class LoseFatigue(GameMasterCommand, frozen=True, kw_only=True):
    """Subtract Fatigue from a combatant."""

    counts_as = "move"
    character: Id
    amount: Lost
    reason: Line


class DeclareDying(GameMasterCommand, frozen=True, kw_only=True):
    """Declare that a combatant at 0 or less Vitality is dying."""

    counts_as = "move"
    character: Id


# ---------------------------------------------------------------- events


class VitalityLost(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A combatant lost Vitality. `temporary` is the number of lost points that were temporary."""

    character: str
    amount: int
    cause: str
    temporary: int = 0


class FatigueLost(Event, frozen=True, kw_only=True):
    """A combatant lost Fatigue."""

    character: str
    amount: int
    cause: str


class DyingDeclared(Event, frozen=True, kw_only=True):
    """The Keeper declared that a combatant is dying."""

    character: str


class Died(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A combatant died and lost its unspent Experience Points."""

    character: str
    cause: str
    experience: int = 0


# ---------------------------------------------------------------- judgement


def is_dying(state: CampaignState, who: str) -> bool:
    """Return whether a combatant is dying and loses Vitality. Rule: SC-DYING-01, SC-R-39, SC-R-43, SC-R-46."""
    one = state.characters[who]
    if one.dead or one.standing > 0 or state.out(who):
        return False
    return one.falling if state.settings.dying.starts == "keeper_declared" else not one.stable


def is_awake(state: CampaignState, who: str) -> bool:
    """Return whether a combatant is awake. A drug keeps it awake at any Vitality, but not without Fatigue.

    Rule:    SC-UNC-01, SC-UNC-02, SC-UNC-03, SC-UNC-06, SC-UNC-07, SC-UNC-10, SC-R-51, SC-R-78
    """
    one = state.characters[who]
    asleep = one.coma or (one.stupor and state.settings.stupor.effect == "as_unconscious")
    if one.dead or asleep or one.fatigue <= 0:
        return False
    return one.standing > 0 or (one.dosed is not None and not state.out(who))


def health(state: CampaignState, who: str) -> Health:
    """Return the most severe state of a combatant. Rule: SC-STATE-01."""
    if state.characters[who].dead:
        return "dead"
    if is_dying(state, who):
        return "dying"
    return "well" if is_awake(state, who) else "unconscious"


def can_act(state: CampaignState, who: str) -> bool:
    """Return whether a combatant can take any action. Rule: SC-R-68, SC-UNC-08."""
    return is_awake(state, who)


def can_defend(state: CampaignState, who: str) -> bool:
    """Return whether a combatant is awake and no drug prevents it from defending. Rule: SC-R-42, SC-R-44, SC-R-68."""
    drugged = state.characters[who].dosed is not None and state.settings.berserk.defence == "no_rolls"
    return is_awake(state, who) and not drugged


def check_can_act(ctx: CampaignContext, who: str, field: str = "character") -> None:
    """Refuse a combatant that cannot act. Rule: SC-R-68. Refuses: CannotAct."""
    if not can_act(ctx.state, who):
        raise CannotAct(needs="a conscious combatant", has=health(ctx.state, who), field=field)


def open_to_coup_de_grace(state: CampaignState, who: str) -> bool:
    """Return whether any hit kills this combatant. Rule: SC-UNC-05, SC-DYING-08, SC-R-43, SC-R-63, SC-R-78."""
    if state.characters[who].dead or state.out(who):
        return False
    return not is_awake(state, who) or (is_dying(state, who) and state.settings.berserk.coup_de_grace)


def alive(ctx: CampaignContext, who: str, field: str = "character") -> Combatant:
    """Return a combatant, after checking that it is alive. Rule: SC-DEATH-05. Refuses: NotKnownHere, IsDead."""
    one = ctx.character(who, field)
    if one.dead:
        raise IsDead(needs="a living combatant", has=who, field=field)
    return one


def lose_vitality(ctx: CampaignContext, who: str, amount: int, cause: str) -> None:
    """Subtract Vitality from a combatant, which may kill it. Rule: SC-R-46, SC-DEATH-01."""
    one = ctx.character(who)
    if one.dead or amount <= 0:
        return
    first = ctx.state.settings.drug.temporary_first
    natural = 0 if first else min(amount, max(one.vitality, 0))
    temporary = min(one.temporary, amount - natural)
    ctx.emit(VitalityLost(character=who, amount=amount, cause=cause, temporary=temporary))
    die_at_negative_endurance(ctx, who, cause)


def die_at_negative_endurance(ctx: CampaignContext, who: str, cause: str) -> None:
    """Kill a combatant whose Vitality has fallen to minus its Endurance Score. Rule: SC-DEATH-01, SC-R-55, SC-R-63."""
    one = ctx.character(who)
    if one.sheet.endurance is not None and one.standing <= -one.sheet.endurance and not ctx.state.out(who):
        kill(ctx, who, cause)


@follows
def _sheet_changed(ctx: CampaignContext, event: CombatantChanged | CharacterAssigned) -> None:
    die_at_negative_endurance(ctx, event.character, "the Keeper's word")


def kill(ctx: CampaignContext, who: str, cause: str) -> None:
    """Record the death of a combatant, unless it is already dead. Rule: SC-UNC-05, SC-DYING-08, SC-DEATH-04."""
    one = ctx.character(who)
    if not one.dead:
        ctx.emit(Died(character=who, cause=cause, experience=one.experience))


def drug_tier(one: Combatant) -> int:
    """Return the tier of a drug (0 without one), which is also its AP for each round. Rule: SC-BER-03, SC-MEG-03."""
    return 0 if one.dosed is None else one.dosed.tier


def drug_damage_dice(one: Combatant, kind: AttackKind) -> int:
    """Return the dice that a drug adds to the damage of an attack. Rule: SC-DRUG-02, SC-BER-04, SC-MEG-04."""
    helped = one.dosed is not None and HELPS[one.dosed.drug] == kind
    return drug_tier(one) if helped else 0


def evade_penalty(one: Combatant) -> int:
    """Return the amount by which a drug lowers evasion. Rule: SC-BER-05, SC-MEG-05."""
    return PENALTY * drug_tier(one)


def check_drug_lets_defend(ctx: CampaignContext, who: str, ap: int = 0) -> None:
    """Refuse any conscious defence by a drugged combatant: rolls, AP, and Luck for mitigation.

    Rule:    SC-BER-06, SC-MEG-06, SC-R-44
    Refuses: BerserkersDoNotDefend, MeginserkersDoNotDefend
    """
    dosed = ctx.character(who).dosed
    if dosed is not None and (ap or ctx.state.settings.berserk.defence == "no_rolls"):
        raise (BerserkersDoNotDefend if dosed.drug == "berserk" else MeginserkersDoNotDefend)(has=dosed.drug)


def check_drug_allows(
    ctx: CampaignContext, who: str, use: Use, *, names: Iterable[str] = (), reach: Reach | None = None
) -> None:  # fmt: skip
    """Refuse an action that a drug forbids. `names` are its components and special actions.

    An action with only magic components is a spell, and any other is an attack. `parts_of` checks SC-BER-10.

    Rule:    SC-BER-07 to SC-BER-11, SC-MEG-07, SC-MEG-08, SC-R-50
    Refuses: MeginserkersDoNotFight, MeginserkersDoMagic, and all refusals of `_check_weapon` and `_check_actions`
    """
    one = ctx.character(who)
    if one.dosed is None:
        return
    if one.dosed.drug == "berserk":
        used = tuple(names)
        _check_weapon(ctx, use, used, reach)
        _check_actions(ctx, use, tuple(name for name in used if name != DOUBLE_THREAT))
    elif use != "spell":
        raise (MeginserkersDoNotFight if use == "attack" else MeginserkersDoMagic)(needs="a spell", has=use)


def _check_weapon(ctx: CampaignContext, use: Use, names: tuple[str, ...], reach: Reach | None) -> None:
    """Refuse magic, projectile weapons and misuse of Double Threat. Rule: SC-BER-07, SC-BER-08, SC-BER-11."""
    data = ctx.state.components
    if use == "spell" or any(data[name].type == "magic" for name in names if name in data):
        raise BerserkersCastNothing(has=use)
    if reach == "projectile":
        raise BerserkersShootNothing(needs="a melee, unarmed or thrown attack", has=reach)
    if DOUBLE_THREAT in names and reach != "thrown":
        raise DoubleThreatNeedsThrown(needs="a thrown weapon", has=reach)


def _check_actions(ctx: CampaignContext, use: Use, names: tuple[str, ...]) -> None:
    """Refuse actions that the berserk drug forbids. Rule: SC-BER-09, SC-R-49."""
    others = tuple(name for name in names if name not in BERSERK_ACTIONS)
    plain = use == "attack" and ctx.state.settings.berserk.plain_attack
    if use == "skill" or others or not (names or plain):
        raise NoBerserkAction(needs=BERSERK_ACTIONS, has=others or use)


@judge
def lose_vitality_otherwise(ctx: CampaignContext, command: LoseVitality) -> None:
    """Subtract Vitality for a stated reason. Rule: SC-UNC-01. Refuses: NotKnownHere, IsDead, AnswerFirst."""
    alive(ctx, command.character)
    fights.check_nothing_waits(ctx.state)
    lose_vitality(ctx, command.character, command.amount, command.reason)


@judge
def lose_fatigue(ctx: CampaignContext, command: LoseFatigue) -> None:
    """Subtract Fatigue for a stated reason. Rule: SC-UNC-02, SC-R-53. Refuses: NotKnownHere, IsDead, AnswerFirst."""
    alive(ctx, command.character)
    fights.check_nothing_waits(ctx.state)
    ctx.emit(FatigueLost(character=command.character, amount=command.amount, cause=command.reason))


@judge
def declare_dying(ctx: CampaignContext, command: DeclareDying) -> None:
    """Declare a combatant dying. Rule: SC-R-39. Refuses: NotKnownHere, IsDead, AnswerFirst, DyingNotDeclared."""
    one = alive(ctx, command.character)
    fights.check_nothing_waits(ctx.state)
    if ctx.state.settings.dying.starts != "keeper_declared":
        raise DyingNotDeclared(needs="`keeper_declared` as `dying.starts`", has=ctx.state.settings.dying.starts)
    if one.falling or ctx.state.out(one.id):
        raise DyingNotDeclared(needs="a combatant not yet dying or out", has=one.id, field="character")
    if one.standing > 0:
        raise DyingNotDeclared(needs="0 or fewer Vitality", has=one.standing, field="character")
    ctx.emit(DyingDeclared(character=one.id))


def drop(ctx: CampaignContext, those: Iterable[str]) -> None:
    """Roll the Vitality that dying combatants lose in a round. Rule: SC-DYING-02, SC-DYING-05, SC-DYING-07."""
    for who in those:
        if is_dying(ctx.state, who):
            (lost,) = ctx.chance.roll("dying", 10)
            lose_vitality(ctx, who, lost, "dying")


def end_of_turn(ctx: CampaignContext, who: str) -> None:
    """Apply the losses at the end of a turn: from dying and from continuing effects. Rule: SC-DYING-03, SC-R-81."""
    if ctx.state.settings.dying.loss_at == "end_of_own_turn":
        drop(ctx, (who,))
    ongoing = ctx.character(who).ongoing
    for one in in_order(ongoing):
        lose_vitality(ctx, who, ongoing[one].amount, ongoing[one].source)


@follows
def _turn_ended(ctx: CampaignContext, event: fights.TurnEnded) -> None:
    end_of_turn(ctx, event.participant)


# ---------------------------------------------------------------- fold


@fold
def _vitality_lost(state: CampaignState, event: VitalityLost) -> CampaignState:
    one = state.characters[event.character]
    natural = one.vitality - (event.amount - event.temporary)
    return state.change(one.id, vitality=natural, temporary=one.temporary - event.temporary, stable=False)


@fold
def _fatigue_lost(state: CampaignState, event: FatigueLost) -> CampaignState:
    return state.change(event.character, fatigue=state.characters[event.character].fatigue - event.amount)


@fold
def _dying_declared(state: CampaignState, event: DyingDeclared) -> CampaignState:
    return state.change(event.character, falling=True, stable=False)


@fold
def _died(state: CampaignState, event: Died) -> CampaignState:
    after = state.change(
        event.character, dead=True, experience=0, temporary=0, dosed=None, stable=False, falling=False, ongoing={}
    )
    return after.without_round(event.character) if state.form else after


# ---------------------------------------------------------------- samples


@samples
def _losses(state: CampaignState, _: str) -> Samples[LoseVitality | LoseFatigue | DeclareDying]:
    for who in some(state.characters):
        amount = Field(least=1, most=MOST_LOST)
        yield offer(LoseVitality, character=who, amount=amount, reason=("a fall", TEXT))
        yield offer(LoseFatigue, character=who, amount=amount, reason=("a long march", TEXT))
        yield offer(DeclareDying, character=who)
