"""The effects of energies: their release, the Keeper's decisions, and the defences that their descriptions allow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import Dice
from services.rpg_specialist_total.chapters.attacks import sum_up
from services.rpg_specialist_total.chapters.counterspells import EnergyCountered, EnergyLetIn
from services.rpg_specialist_total.chapters.dice import (
    LuckDice,
    check_adds,
    check_luck,
    luck_field,
    may_add,
    roll_total,
)
from services.rpg_specialist_total.chapters.exchanges import EnergyMet, NothingToAnswer, end_exchange, step_due
from services.rpg_specialist_total.chapters.outcomes import AttackSettled
from services.rpg_specialist_total.chapters.spells import ProhibitiveSpellCast
from services.rpg_specialist_total.chapters.states import can_act, kill, open_to_coup_de_grace
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.energies import acts, deals_directly, may_be_countered
from services.rpg_specialist_total.state.exchange import Added, Exchange, Rolled
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.seats import check_owns, check_reason, entry_of
from shared.kernel.chapter import fold, follows, judge_given, samples
from shared.kernel.messages import Command, Event, Line, Notice
from shared.kernel.samples import TEXT, Field, Samples, offer

Asked: TypeAlias = Literal["match", "word", "counter", "stated"]
"""The decision that an energy waits for: whether the target is of the chosen kind (`match`), whether the energy acts
without weapon damage (`word`), a counterspell (`counter`), or a roll for a stated defence (`stated`)."""

# ---------------------------------------------------------------- commands


class MatchTarget(GameMasterCommand, frozen=True, kw_only=True):
    """State whether the touched target is of the kind that the weapon's energy affects."""

    counts_as = "answer"

    target_matches: bool


class JudgeEnergy(GameMasterCommand, frozen=True, kw_only=True):
    """Decide whether energy affects a target that took no weapon damage. By default, the energy's data decide."""

    counts_as = "answer"

    energy: Line
    energy_damage_applies: bool | None = None
    reason: Line | None = None


class RollStatedDefence(Command, frozen=True, kw_only=True):
    """Roll the defence that an energy's description states: the attacker rolls first, then the target."""

    counts_as = "answer"

    dice: Dice
    luck: LuckDice = 0


class DeclareResisted(GameMasterCommand, frozen=True, kw_only=True):
    """Decide whether the target resists an energy, in a campaign that leaves stated defences to the Keeper."""

    counts_as = "answer"

    resisted: bool
    reason: Line


# ---------------------------------------------------------------- events


class SpellFaded(Notice, frozen=True, kw_only=True):
    """The energies of a stopped spell faded without effect."""

    exchange: str
    energies: tuple[str, ...]


class TargetMatched(Event, frozen=True, kw_only=True):
    """The Keeper stated whether the energy affects this kind of target. If not, the energy stays in the weapon."""

    exchange: str
    matches: bool


class EnergyReleased(Event, frozen=True, kw_only=True):
    """A weapon's touch released its energy, which is now used up."""

    exchange: str
    item: str
    energies: tuple[str, ...]


class EnergyJudged(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Energies took effect or faded. `reason` says why the Keeper decided against their usual behaviour."""

    exchange: str
    energies: tuple[str, ...]
    acts: bool
    reason: str | None = None


class StatedDefenceRolled(Event, frozen=True, kw_only=True):
    """One side rolled for the stated defence of an energy."""

    exchange: str
    energy: str
    character: str
    roll: Rolled


class EnergyResisted(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The stated defence of an energy was decided: the target resisted it or not."""

    exchange: str
    energy: str
    resisted: bool
    reason: str | None = None


class EnergyTookEffect(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Energies took effect on a combatant. The Keeper applies any effect other than damage.

    `ap`, `added`: AP and bonus of their damage roll. `deals`: whether they deal damage. `portion`: whether the
    weapon also deals damage of its own. `spare`: mitigation that the weapon's damage did not use up.
    """

    exchange: str
    character: str
    energies: tuple[str, ...]
    ap: int = 0
    added: Added = Added()
    deals: bool = False
    portion: bool = False
    spare: int | None = None


# ---------------------------------------------------------------- judgement


def decision_due(state: CampaignState) -> Asked | None:
    """Return the decision that an energy waits for, or None. Rule: SC-T-PHASES, SC-CHB-04, SC-R-65, SC-R-75."""
    exchange = state.exchange
    if exchange is None or exchange.step != "energy":
        return None
    charge = exchange.declared.charge
    if charge is not None and charge.selective is not None and not exchange.matched:
        return "match"
    if exchange.left:
        return "word"
    if may_be_countered(state, exchange):
        return "counter"
    return "stated" if exchange.stated else None


def waits_for(what: Asked) -> Callable[[CampaignState], Exchange]:
    """Return a function that finds the attack whose energy waits for this decision. Refuses: NothingToAnswer."""

    def exchange_of(state: CampaignState) -> Exchange:
        now = decision_due(state)
        if state.exchange is None or now != what:
            raise NothingToAnswer(needs=what, has=now or step_due(state))
        return state.exchange

    return exchange_of


MATCHED, JUDGED, STATED = waits_for("match"), waits_for("word"), waits_for("stated")


@follows
def spell_stopped(ctx: CampaignContext, event: AttackSettled) -> None:
    """End the energy of a stopped spell without effect. Rule: SC-PMA-06, SC-R-34, SC-R-88."""
    exchange = ctx.state.exchange
    if exchange is None or not exchange.declared.energies or exchange.returned:
        return
    if event.outcome in ("missed", "evaded") or (event.outcome == "glancing" and not exchange.hybrid):
        ctx.emit(SpellFaded(exchange=exchange.id, energies=exchange.declared.energies))


@follows
def energy_met(ctx: CampaignContext, _: EnergyMet | ProhibitiveSpellCast | EnergyCountered | EnergyLetIn) -> None:
    """Resolve energy that has reached its target. Rule: SC-CHG-06, SC-CHG-09, SC-HYB-04, SC-PROH-06, SC-R-65."""
    proceed(ctx)


@judge_given(MATCHED)
def match_target(ctx: CampaignContext, command: MatchTarget) -> None:
    """Record whether the target is of the chosen kind. Rule: SC-CHB-04, SC-CHR-05. Refuses: NothingToAnswer."""
    exchange = MATCHED(ctx.state)
    ctx.emit(TargetMatched(exchange=exchange.id, matches=command.target_matches))
    proceed(ctx)


@judge_given(JUDGED)
def judge_energy(ctx: CampaignContext, command: JudgeEnergy) -> None:
    """Decide whether an energy takes effect. Rule: SC-CHU-04, SC-CHC-05, SC-CHB-05, SC-CHR-06, SC-R-36."""
    exchange = JUDGED(ctx.state)
    energy, said = command.energy, command.energy_damage_applies
    entry_of(dict.fromkeys(exchange.left), energy, "energy")
    usual = acts(ctx.state, exchange, energy)
    check_reason(said not in (None, usual), command.reason)
    applies = usual if said is None else said
    ctx.emit(EnergyJudged(exchange=exchange.id, energies=(energy,), acts=applies, reason=command.reason))
    proceed(ctx)


@judge_given(STATED)
def roll_stated_defence(ctx: CampaignContext, command: RollStatedDefence) -> None:
    """Roll for one side of a stated defence. The defender resists only if its total is higher.

    Rule:    SC-HYB-04, SC-PMA-08, SC-PMA-10, SC-PROH-07, SC-PROH-09, SC-R-58, SC-R-75
    Refuses: NothingToAnswer, NotYours, TooManyLuckDice
    """
    exchange = STATED(ctx.state)
    if ctx.state.settings.energy.stated_defence == "declared":
        raise NothingToAnswer(needs="a roll", has="a decision by the Keeper")
    who = who_rolls(ctx.state, exchange)
    check_owns(ctx, ctx.character(who).seat)
    check_adds(ctx, command.dice)
    check_luck(ctx, who, command.dice, command.luck)
    energy, forced = exchange.stated[0], exchange.forced
    roll = roll_total(ctx, who, "stated defence", dice=command.dice, luck=command.luck)
    ctx.emit(StatedDefenceRolled(exchange=exchange.id, energy=energy, character=who, roll=roll))
    if forced is not None:
        ctx.emit(EnergyResisted(exchange=exchange.id, energy=energy, resisted=roll.total > forced.total))
        proceed(ctx)


def who_rolls(state: CampaignState, exchange: Exchange) -> str:
    """Return who rolls next for a stated defence. The side that sent the energy rolls first. Rule: SC-R-75."""
    if exchange.forced is not None:
        return exchange.victim
    return exchange.declared.target if exchange.returned and state.form else exchange.declared.attacker


@judge_given(STATED)
def declare_resisted(ctx: CampaignContext, command: DeclareResisted) -> None:
    """Record whether the target resists, as the Keeper decided. Rule: SC-R-75. Refuses: NothingToAnswer."""
    exchange = STATED(ctx.state)
    if ctx.state.settings.energy.stated_defence != "declared":
        raise NothingToAnswer(needs="a decision by the Keeper", has="a roll")
    energy, resisted = exchange.stated[0], command.resisted
    ctx.emit(EnergyResisted(exchange=exchange.id, energy=energy, resisted=resisted, reason=command.reason))
    proceed(ctx)


def proceed(ctx: CampaignContext) -> None:
    """Resolve the energy of an attack up to the next decision that a seat must make.

    Rule:    SC-CHU-01, SC-CHC-01, SC-CHB-01, SC-CHR-01, SC-R-34, SC-R-42
    """
    exchange = ctx.state.exchange
    if exchange is None or decision_due(ctx.state) == "match":
        return
    charge, item = exchange.declared.charge, exchange.declared.charged
    if charge is not None and item is not None:
        ctx.emit(EnergyReleased(exchange=exchange.id, item=item, energies=charge.energies))
    gone = ctx.character(exchange.victim).dead
    if exchange.left and (gone or not only_touched(exchange)):
        ctx.emit(EnergyJudged(exchange=exchange.id, energies=exchange.left, acts=not gone))
    waits = decision_due(ctx.state)
    if waits is None or (waits != "word" and not can_act(ctx.state, exchange.victim)):
        take_effect(ctx)


def only_touched(exchange: Exchange) -> bool:
    """Return whether a weapon touched its target but dealt no damage. Rule: SC-R-34, SC-R-58."""
    return exchange.hybrid and not exchange.dealt and exchange.outcome != "caught"


def take_effect(ctx: CampaignContext) -> None:
    """Apply the energies that nothing has stopped, and start their damage roll if they deal damage.

    Rule:    SC-R-62, SC-R-74, SC-R-91, SC-R-94, SC-R-99, SC-UNC-05, SC-CAMP-33
    """
    exchange, data = ctx.state.exchange, ctx.state.energies
    if exchange is None:
        return
    declared, energies = exchange.declared, exchange.acting
    ap, texts, deals = declared.ap + declared.magic_ap, declared.damage, deals_directly(ctx.state, energies)
    if exchange.at_once:
        ap, texts = 0, sum_up(data[one].damage for one in energies)
        deals = texts != Added()
    elif exchange.hybrid:
        ap, texts = declared.magic_ap + (declared.charge.ap if declared.charge else 0), Added()
    took = EnergyTookEffect(exchange=exchange.id, character=exchange.victim, energies=energies)
    killed = deals and exchange.at_once and ctx.state.amended and open_to_coup_de_grace(ctx.state, exchange.victim)
    if deals and not killed:
        ctx.emit(replace(took, ap=ap, added=texts, deals=True, portion=exchange.hybrid, spare=_spare(ctx, exchange)))
        return
    if energies:
        ctx.emit(took)
    if killed:
        kill(ctx, exchange.victim, "coup de grace")
    end_exchange(ctx)


def _spare(ctx: CampaignContext, exchange: Exchange) -> int | None:
    """Return the mitigation left over from weapon damage, or None if energies have their own roll. Rule: SC-R-91."""
    if exchange.damage is None or ctx.state.settings.energy.mitigation == "roll_each":
        return None
    mitigation = 0 if exchange.mitigation is None else exchange.mitigation.total
    return max(min(mitigation, mitigation - exchange.damage.total), 0)


# ---------------------------------------------------------------- fold


@fold
def _target_matched(state: CampaignState, event: TargetMatched) -> CampaignState:
    exchange = state.exchange
    if exchange is None or event.matches:
        return state.exchange_changed(matched=True)
    declared = replace(exchange.declared, charge=None, charged=None)
    return state.exchange_changed(declared=declared, left=declared.energies)


@fold
def _energy_released(state: CampaignState, event: EnergyReleased) -> CampaignState:
    after = state.charge_item(event.item, None)
    if after.exchange is None:
        return after
    return after.exchange_changed(declared=replace(after.exchange.declared, charged=None))


@fold
def _energy_judged(state: CampaignState, event: EnergyJudged) -> CampaignState:
    exchange = state.exchange
    if exchange is None:
        return state
    left = tuple(one for one in exchange.left if one not in event.energies)
    acting = event.energies if event.acts else ()
    stated = tuple(one for one in acting if one in state.energies and state.energies[one].stated_defence)
    return state.exchange_changed(left=left, acting=(*exchange.acting, *acting), stated=(*exchange.stated, *stated))


@fold
def _stated_defence_rolled(state: CampaignState, event: StatedDefenceRolled) -> CampaignState:
    return state.exchange_changed(forced=event.roll)


@fold
def _energy_resisted(state: CampaignState, event: EnergyResisted) -> CampaignState:
    exchange = state.exchange
    if exchange is None:
        return state
    acting = tuple(one for one in exchange.acting if one != event.energy or not event.resisted)
    stated = tuple(one for one in exchange.stated if one != event.energy)
    return state.exchange_changed(acting=acting, stated=stated, forced=None)


@fold
def _energy_took_effect(state: CampaignState, event: EnergyTookEffect) -> CampaignState:
    exchange = state.exchange
    if exchange is None or not event.deals:
        return state
    declared = replace(exchange.declared, ap=0, magic_ap=event.ap, energies=event.energies, damage=event.added)
    if event.portion:
        declared = declared.energy_alone(missile=state.amended)
    return state.exchange_changed(
        declared=declared, step="damage", portion=event.portion, spare=event.spare, damage=None, mitigation=None
    )  # fmt: skip


# ---------------------------------------------------------------- samples

DICE: Final = 5


@samples
def _answers(
    state: CampaignState, seat: str
) -> Samples[MatchTarget | JudgeEnergy | RollStatedDefence | DeclareResisted]:
    why = "so it is ruled"
    yield offer(MatchTarget, target_matches=(True, False))
    yield offer(DeclareResisted, resisted=(True, False), reason=(why, TEXT))
    exchange = state.exchange
    for energy in (exchange.left if exchange is not None else ()) or ("none",):
        said = JudgeEnergy(energy=energy, energy_damage_applies=True, reason=why)
        yield offer(said, energy_damage_applies=(True, False, None), reason=TEXT)
        usual = exchange is not None and energy in state.energies and acts(state, exchange, energy)
        yield offer(JudgeEnergy, energy=energy, energy_damage_applies=(None, usual))
    adds = may_add(state, seat)
    yield offer(RollStatedDefence, dice=Field(least=0, most=100) if adds else 0)
    if exchange is not None:
        dice = DICE if adds else 0
        yield offer(RollStatedDefence(dice=dice), luck=luck_field(state, who_rolls(state, exchange), dice))
