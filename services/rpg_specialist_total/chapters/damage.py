"""Damage and mitigation rolls."""

from __future__ import annotations

from services.rpg_specialist_total.catalogue import ArmorDice
from services.rpg_specialist_total.chapters.dice import (
    LuckDice,
    TooManyLuckDice,
    check_luck,
    luck_field,
    roll_total,
    with_luck_alone,
)
from services.rpg_specialist_total.chapters.exchanges import at_step, end_exchange, exchange_to_answer
from services.rpg_specialist_total.chapters.sizes import size_modifier
from services.rpg_specialist_total.chapters.states import (
    can_act,
    check_can_act,
    check_drug_lets_defend,
    drug_damage_dice,
    lose_vitality,
)
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.energies import mitigation_of
from services.rpg_specialist_total.state.exchange import Exchange, Outcome, Rolled
from shared.kernel.chapter import fold, judge_given, samples
from shared.kernel.messages import Command, Event
from shared.kernel.samples import Samples, offer

# ---------------------------------------------------------------- commands


class RollDamage(Command, frozen=True, kw_only=True):
    """Roll the damage of an attack that hit or was turned back, with or without Luck dice."""

    counts_as = "answer"

    luck: LuckDice = 0


class RollMitigation(Command, frozen=True, kw_only=True):
    """Roll the mitigation of an attack that hit, with or without Luck dice."""

    counts_as = "answer"

    luck: LuckDice = 0


# ---------------------------------------------------------------- events


class DamageRolled(Event, frozen=True, kw_only=True):
    """The damage of an attack was rolled."""

    exchange: str
    rolled: Rolled


class MitigationRolled(Event, frozen=True, kw_only=True):
    """The mitigation of an attack was rolled."""

    exchange: str
    rolled: Rolled


class DamageDealt(Event, frozen=True, kw_only=True):
    """The damage that exceeded mitigation was dealt.

    `outcome` is `glancing` if mitigation exceeded the damage.
    """

    exchange: str
    character: str
    amount: int
    outcome: Outcome


# ---------------------------------------------------------------- judgement


def damage_dice(state: CampaignState, exchange: Exchange) -> int:
    """Return the number of dice in a damage roll: the dice for AP, for the weapon and components, and for a drug.

    Rule: SC-DMG-01, SC-DMG-03
    """
    declared = exchange.declared
    ap = declared.ap + (declared.magic_ap if declared.kind == "magic" else 0)
    drug = drug_damage_dice(state.characters[declared.attacker], declared.kind)
    return max(ap + declared.damage.dice + drug, 0)


def mitigation_dice(state: CampaignState, exchange: Exchange) -> int:
    """Return the number of dice in a mitigation roll, from armor if it applies, AP of the defence, and components.

    Rule:    SC-MIT-01 to SC-MIT-06, SC-MIT-08, SC-MIT-10, SC-CSP-06, SC-CTR-03, SC-R-16, SC-R-17, SC-R-29, SC-R-82
    """
    counted, defence = mitigation_of(state, exchange), exchange.defence
    armor = ArmorDice[state.characters[exchange.victim].sheet.armor] if counted.armor else 0
    if not (counted.ap and counts_defence(state, exchange)):
        return armor
    ap = defence.block_ap + (defence.evade_ap if state.settings.mitigation.ap_counted == "all_defence" else 0)
    return max(armor + counted.more + ap + defence.mitigation.dice, 0)


def counts_defence(state: CampaignState, exchange: Exchange) -> bool:
    """Return whether the AP that were spent on defence add mitigation dice. Rule: SC-R-82."""
    failed = exchange.defence.critical == "critical_failure"
    counts = not failed or state.settings.critical.failed_defence_mitigation
    return counts and mitigation_of(state, exchange).ap


def takes_luck(state: CampaignState, exchange: Exchange) -> bool:
    """Return whether the target may add Luck dice to its mitigation.

    It may not if it cannot act, is drugged, or is protected only by its armor because the attack was turned back.

    Rule:    SC-R-27, SC-R-44, SC-R-68
    """
    drugged = state.characters[exchange.victim].dosed and state.settings.berserk.defence == "no_rolls"
    senseless = state.form and not can_act(state, exchange.victim)
    return not (drugged or senseless or exchange.returned)


@judge_given(at_step("damage"))
def roll_damage(ctx: CampaignContext, command: RollDamage) -> None:
    """Roll the damage of an attack with the Luck dice that its attacker chose.

    Rule:    SC-DMG-01 to SC-DMG-04, SC-SIZE-03 to SC-SIZE-06, SC-BER-04, SC-MEG-04, SC-CTR-02, SC-CTR-03, SC-R-27
    Refuses: NothingToAnswer, NotYours, TooManyLuckDice
    """
    exchange = exchange_to_answer(ctx, "damage")
    check_luck(ctx, exchange.declared.attacker, damage_dice(ctx.state, exchange), command.luck)
    throw_damage(ctx, exchange, luck=command.luck)


def throw_damage(ctx: CampaignContext, exchange: Exchange, *, luck: int = 0) -> None:
    """Roll damage. Roll mitigation too, unless the target must first make a choice about it.

    Rule: SC-DMG-01 to SC-DMG-04, SC-SIZE-03 to SC-SIZE-06, SC-CTR-02, SC-CTR-03, SC-R-27, SC-R-96
    """
    declared, settings = exchange.declared, ctx.state.settings
    dice = damage_dice(ctx.state, exchange)
    sized = not exchange.returned or settings.counterattack.size_modifier == "kept"
    size = size_modifier(settings.size, declared.larger) if sized else 0
    rolled = roll_total(
        ctx, declared.attacker, "damage", dice=dice, luck=luck, modifier=declared.damage.flat - size, harm=True
    )
    ctx.emit(DamageRolled(exchange=exchange.id, rolled=rolled))
    by_itself = exchange.returned and not (ctx.state.form and settings.attack.steps == "each")
    if by_itself or not mitigation_of(ctx.state, exchange).any:
        mitigate(ctx, exchange, mitigation_dice(ctx.state, exchange))


@judge_given(at_step("mitigation"))
def roll_mitigation(ctx: CampaignContext, command: RollMitigation) -> None:
    """Roll the mitigation of an attack.

    Rule:    SC-MIT-01, SC-MIT-02, SC-MIT-08 to SC-MIT-11, SC-R-27, SC-R-44, SC-R-68
    Refuses: NothingToAnswer, NotYours, TooManyLuckDice, and all refusals of `check_drug_lets_defend`
    """
    exchange = exchange_to_answer(ctx, "mitigation")
    dice = mitigation_dice(ctx.state, exchange)
    if command.luck and exchange.returned:
        raise TooManyLuckDice(needs="at most 0: armor alone mitigates", has=command.luck, field="luck")
    check_luck(ctx, exchange.victim, with_luck_alone(dice), command.luck)
    if command.luck:
        check_drug_lets_defend(ctx, exchange.victim)
        if ctx.state.form:
            check_can_act(ctx, exchange.victim, "luck")
    mitigate(ctx, exchange, dice, luck=command.luck)


def mitigate(ctx: CampaignContext, exchange: Exchange, dice: int, *, luck: int = 0) -> None:
    """Roll mitigation, subtract the remaining damage from Vitality, and end the exchange.

    Rule: SC-MIT-07, SC-MIT-09 to SC-MIT-11, SC-CTR-03, SC-R-18, SC-R-27, SC-R-57, SC-R-91
    """
    who, spare = exchange.victim, mitigation_of(ctx.state, exchange).spare
    flat = spare + (exchange.defence.mitigation.flat if counts_defence(ctx.state, exchange) else 0)
    rolled = roll_total(ctx, who, "mitigation", dice=dice, luck=luck, modifier=flat, harm=True)
    ctx.emit(MitigationRolled(exchange=exchange.id, rolled=rolled))
    damage = 0 if ctx.state.exchange is None or ctx.state.exchange.damage is None else ctx.state.exchange.damage.total
    turned = rolled.total > damage or (rolled.total == damage and ctx.state.settings.mitigation.equal == "glancing")
    weapon = not (exchange.returned or exchange.portion)
    outcome: Outcome = "glancing" if turned and weapon else exchange.outcome or "hit"
    amount = max(damage - rolled.total, 0)
    ctx.emit(DamageDealt(exchange=exchange.id, character=who, amount=amount, outcome=outcome))
    lose_vitality(ctx, who, amount, "an attack")
    end_exchange(ctx)


# ---------------------------------------------------------------- fold


@fold
def _damage_rolled(state: CampaignState, event: DamageRolled) -> CampaignState:
    return state.exchange_changed(damage=event.rolled, step="mitigation")


@fold
def _mitigation_rolled(state: CampaignState, event: MitigationRolled) -> CampaignState:
    return state.exchange_changed(mitigation=event.rolled)


@fold
def _damage_dealt(state: CampaignState, event: DamageDealt) -> CampaignState:
    return state.exchange_changed(dealt=event.amount, outcome=event.outcome)


# ---------------------------------------------------------------- samples


@samples
def _rolls(state: CampaignState, _: str) -> Samples[RollDamage | RollMitigation]:
    exchange = state.exchange
    if exchange is None:
        yield offer(RollDamage)
        yield offer(RollMitigation)
        return
    yield offer(RollDamage(), luck=luck_field(state, exchange.declared.attacker, damage_dice(state, exchange)))
    mitigation = {"luck": luck_field(state, exchange.victim, with_luck_alone(mitigation_dice(state, exchange)))}
    yield offer(RollMitigation(), **(mitigation if takes_luck(state, exchange) else {}))
