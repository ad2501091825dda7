"""Defence against an attack: evasion, armor/block (one roll for armor and block), shielding and catching."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import ArmorDice, Bonus
from services.rpg_specialist_total.chapters.attacks import Part, WrongComponent, check_tiers, parts_of, sum_up
from services.rpg_specialist_total.chapters.dice import (
    LuckDice,
    TooManyLuckDice,
    check_luck,
    luck_field,
    roll_total,
    with_luck_alone,
)
from services.rpg_specialist_total.chapters.exchanges import exchange_to_answer, under_way
from services.rpg_specialist_total.chapters.states import can_defend, check_drug_lets_defend, evade_penalty
from services.rpg_specialist_total.chapters.turns import check_ap, most_ap, spend
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Carried, Combatant, Invested, Investments
from services.rpg_specialist_total.state.energies import physically_defended
from services.rpg_specialist_total.state.exchange import Added, Declared, Exchange, Rolled, Step
from shared.kernel.campaign.seats import entry_of
from shared.kernel.chapter import fold, judge_given, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Samples, offer

MISSILES: Final = ("thrown", "projectile")
DICE_PER_AP: Final = 1
"""The number of dice for each AP in an armor/block component, unless the component's text gives another number.

Rule:    SC-R-13, SC-R-70
"""
MOST_OFFERED: Final = 10
"""The maximum AP in one component in the list of possible moves. A command may put more AP into a component."""

# ---------------------------------------------------------------- refusals


class NothingToEvadeWith(Refusal, rule="SC-DEF-01"):
    """The defender has no evasion dice: put AP into a component that evades, or do not evade."""


class ShieldNeeded(Refusal, rule="SC-R-70"):
    """This defence needs a shield: name a shield that is ready."""


class NothingToCatch(Refusal, rule="SC-R-77"):
    """This attack is neither a missile nor bare energy and cannot be caught: leave out components that catch."""


class NotWithAShield(Refusal, rule="SC-CSP-09"):
    """These components cannot be combined with a shield of energy: leave out the components in `has`."""


class MagicAlone(Refusal, rule="SC-R-92"):
    """This defence without magic cannot stop the spell: use a counterspell or defensive magic components."""


# ---------------------------------------------------------------- commands


class Evade(Command, frozen=True, kw_only=True):
    """Roll evasion, with dice from training, from components that evade, and from Luck."""

    counts_as = "answer"

    components: Investments = ()
    luck: LuckDice = 0


class Block(Command, frozen=True, kw_only=True):
    """Roll armor/block, either without evading first or after an evasion that did not decide the attack."""

    counts_as = "answer"

    shield: Id | None = None
    components: Investments = ()
    luck: LuckDice = 0


class Stand(Command, frozen=True, kw_only=True):
    """Decline to defend, or decline any further defence after an evasion."""

    counts_as = "answer"


# ---------------------------------------------------------------- events


class EvasionRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The defender rolled evasion."""

    exchange: str
    rolled: Rolled
    components: tuple[Invested, ...] = ()
    mitigation: Added = Added()


class BlockRolled(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The defender rolled armor/block. `catching`: it tries to catch the missile or energy."""

    exchange: str
    rolled: Rolled
    components: tuple[Invested, ...] = ()
    mitigation: Added = Added()
    catching: bool = False


class DefenceDeclined(Event, frozen=True, kw_only=True):
    """The defender declined to defend any further."""

    exchange: str


# ---------------------------------------------------------------- judgement


def bare_energy(declared: Declared) -> bool:
    """Return whether the attack consists only of energy, without a weapon or missile. Rule: SC-R-77."""
    return declared.kind == "magic" and bool(declared.energies)


def evasion_dice(state: CampaignState, one: Combatant) -> int:
    """Return the number of evasion dice that cost no AP. Rule: SC-DEF-02, SC-DEF-03, SC-R-66."""
    barred = state.settings.defence.unarmored_needs_no_armor and one.sheet.armor != "none"
    return one.sheet.evasion_training + (0 if barred else one.sheet.unarmored_training)


def dice_of(part: Part, usual: int) -> int:
    """Return the number of dice that the AP in a component add. Rule: SC-DEF-04, SC-R-13, SC-R-14."""
    per_ap = part.component.dice_per_ap
    return part.ap * (usual if per_ap is None else per_ap)


def defensive_parts(ctx: CampaignContext, exchange: Exchange, invested: Investments) -> tuple[Part, ...]:
    """Return the components of a defence step, after checking that the defender knows them and can pay for them.

    Rule:    SC-DEF-08, SC-E-17, SC-R-09, SC-R-71
    Refuses: all refusals of `parts_of`, `check_drug_lets_defend`, `check_tiers` and `check_ap`
    """
    who, so_far = exchange.declared.target, exchange.defence
    parts = parts_of(ctx, who, invested, "defence")
    ap = sum(part.ap for part in parts)
    check_drug_lets_defend(ctx, who, ap)
    if parts:
        used = (*(ctx.state.components[name] for name in so_far.components), *(part.component for part in parts))
        check_tiers(ctx, used, so_far.evade_ap + so_far.block_ap + ap)
    check_ap(ctx, who, ap, "defence", field="components")
    return parts


def check_forgone(ctx: CampaignContext) -> None:
    """Refuse a defence if a drug prevents the target of the attack from defending. Rule: SC-BER-06, SC-MEG-06."""
    if ctx.state.exchange is not None and not can_defend(ctx.state, ctx.state.exchange.declared.target):
        check_drug_lets_defend(ctx, ctx.state.exchange.declared.target)


def exchange_to_defend(ctx: CampaignContext, *steps: Step) -> Exchange:
    """Return the exchange in progress, after checking that this seat must defend now.

    Refuses: all refusals of `exchange_to_answer` and `check_forgone`
    """
    if ctx.state.exchange is not None and ctx.state.exchange.step not in steps:
        check_forgone(ctx)
    return exchange_to_answer(ctx, *steps)


@judge_given(under_way(("defence",)))
def evade(ctx: CampaignContext, command: Evade) -> None:
    """Roll evasion against an attack.

    Rule:    SC-ATK-02, SC-DEF-01 to SC-DEF-05, SC-BER-05, SC-LUCK-01, SC-R-12, SC-R-14, SC-R-44
    Refuses: NothingToAnswer, NotYours, MagicAlone, WrongComponent, NothingToEvadeWith, and all refusals of the guard
             functions
    """
    exchange = exchange_to_defend(ctx, "defence")
    if not physically_defended(ctx.state, exchange.declared):
        raise MagicAlone(needs="magic", has="evasion")
    one = ctx.character(exchange.declared.target)
    parts = defensive_parts(ctx, exchange, command.components)
    check_each(parts, evade=True)
    per_ap = ctx.state.settings.defence.evade_dice_per_ap
    dice = evasion_dice(ctx.state, one) + sum(dice_of(part, per_ap) for part in parts)
    if not dice:
        raise NothingToEvadeWith(needs="evasion dice", has=0, field="components")
    check_luck(ctx, one.id, dice, command.luck)
    spend(ctx, one.id, sum(part.ap for part in parts), "defence")
    rolled = roll_total(
        ctx, one.id, "evasion", dice=dice, luck=command.luck, modifier=-evade_penalty(one), percentile=True
    )
    mitigation = sum_up(part.component.mitigation for part in parts)
    ctx.emit(
        EvasionRolled(exchange=exchange.id, rolled=rolled, components=command.components, mitigation=mitigation)
    )  # fmt: skip


@judge_given(under_way(("defence", "block")))
def block(ctx: CampaignContext, command: Block) -> None:
    """Roll armor/block against an attack.

    Rule:    SC-ATK-03, SC-DEF-07 to SC-DEF-09, SC-CORE-03, SC-R-12, SC-R-13, SC-R-22, SC-R-73, SC-R-77
    Refuses: NothingToAnswer, NotYours, WrongComponent, ShieldNeeded, NothingToCatch, MagicAlone, and all refusals of
             the guard functions
    """
    exchange = exchange_to_defend(ctx, "defence", "block")
    who = exchange.declared.target
    parts = defensive_parts(ctx, exchange, command.components)
    check_each(parts, evade=False)
    shield = None if command.shield is None else entry_of(ctx.character(who).items, command.shield, "shield")
    _check_block(ctx, exchange, shield, parts)
    total = block_of(ctx.state, exchange, shield, parts)
    if command.luck and gives_up(exchange, parts):
        raise TooManyLuckDice(needs="at most 0: energy is caught with all other defence given up", has=command.luck,
                              field="luck")  # fmt: skip
    check_luck(ctx, who, dice_for_luck(ctx.state, exchange, parts, total), command.luck)
    spend(ctx, who, sum(part.ap for part in parts), "defence")
    first = exchange.defence.evasion is None or ctx.state.settings.critical.defence_percentiles == "each_roll"
    rolled = roll_total(
        ctx, who, "armor and block", dice=total.dice, luck=command.luck, modifier=total.flat,
        percentile=first and total.dice + command.luck > 0,
    )  # fmt: skip
    ctx.emit(
        BlockRolled(
            exchange=exchange.id, rolled=rolled, components=command.components, catching=catches(parts),
            mitigation=sum_up(part.component.mitigation for part in parts),
        )
    )  # fmt: skip


def check_each(parts: tuple[Part, ...], *, evade: bool) -> None:
    """Refuse evasion components in an armor/block roll, and all other components in an evasion roll.

    Rule:    SC-DEF-04, SC-DEF-08
    Refuses: WrongComponent
    """
    for part in parts:
        if part.component.evade != evade:
            raise WrongComponent(
                needs="evasion" if evade else "armor/block", has=part.component.name, field="components"
            )


def catches(parts: tuple[Part, ...]) -> bool:
    """Return whether one of the components catches the attack. Rule: SC-R-77."""
    return any(part.component.catch for part in parts)


def gives_up(exchange: Exchange, parts: tuple[Part, ...]) -> bool:
    """Return whether the defender catches bare energy, which rules out any other defence. Rule: SC-PMA-07, SC-R-77."""
    return catches(parts) and bare_energy(exchange.declared)


def block_of(state: CampaignState, exchange: Exchange, shield: Carried | None, parts: tuple[Part, ...]) -> Added:
    """Return the dice and the bonus of an armor/block roll. A defender that catches bare energy has neither.

    Rule:    SC-DEF-07, SC-DEF-08, SC-CSP-10, SC-PMA-07, SC-R-13, SC-R-73, SC-R-77, SC-R-92
    """
    declared, counter = exchange.declared, exchange.defence.counter
    if gives_up(exchange, parts):
        return Added()
    sheet = state.characters[declared.target].sheet
    armor = ArmorDice[sheet.armor] if state.settings.defence.block_dice_from_armor else 0
    worn = (Bonus(dice=sheet.block + armor),) if physically_defended(state, declared) else ()
    held = () if shield is None else (state.shields[shield.name].block,)
    held = held if counter is None else (*held, Bonus(dice=counter.block))
    texts = sum_up((*worn, *held, *(part.component.block for part in parts)))
    return Added(dice=max(texts.dice + sum(dice_of(part, DICE_PER_AP) for part in parts), 0), flat=texts.flat)


def dice_for_luck(state: CampaignState, exchange: Exchange, parts: tuple[Part, ...], total: Added) -> int:
    """Return the limit on Luck dice that follows from the dice of an armor/block roll.

    Luck alone cannot stop a spell, unless the spell imitates a blow.

    Rule:    SC-LUCK-05, SC-R-92, SC-R-103
    """
    meets = physically_defended(state, exchange.declared) or exchange.defence.counter is not None or parts
    return with_luck_alone(total.dice) if meets else total.dice


def _check_block(ctx: CampaignContext, exchange: Exchange, shield: Carried | None, parts: tuple[Part, ...]) -> None:
    """Refuse a shield or components that cannot be combined, or that cannot be used against this attack.

    A shield of energy counts as a shield.

    Rule:    SC-CORE-03, SC-CSP-09, SC-R-70, SC-R-77, SC-R-92
    Refuses: ShieldNeeded, NothingToCatch, MagicAlone, NotWithAShield
    """
    declared, counter = exchange.declared, exchange.defence.counter
    apart = tuple(part.component.name for part in parts if not part.component.with_shield)
    if counter is not None and apart:
        raise NotWithAShield(needs="components that go with a shield", has=apart, field="components")
    if shield is None and counter is None and any(part.component.shielding for part in parts):
        raise ShieldNeeded(needs="a shield", field="shield")
    if shield is not None and (shield.kind != "shield" or not shield.ready):
        raise ShieldNeeded(needs="a shield that is ready", has=shield.name, field="shield")
    if catches(parts):
        if not (bare_energy(declared) or declared.reach in MISSILES):
            raise NothingToCatch(needs=MISSILES, has=declared.reach or declared.kind, field="components")
    elif not physically_defended(ctx.state, declared):
        unfit = tuple(part.component.name for part in parts if counter is None and part.component.type != "magic")
        if unfit or shield is not None:
            raise MagicAlone(needs="magic", has=unfit or "a shield", field="components" if unfit else "shield")


@judge_given(under_way(("defence", "block")))
def stand(ctx: CampaignContext, _: Stand) -> None:
    """Decline any further defence. Rule: SC-R-12, SC-R-23, SC-R-72. Refuses: NothingToAnswer, NotYours."""
    exchange = exchange_to_answer(ctx, "defence", "block")
    ctx.emit(DefenceDeclined(exchange=exchange.id))


# ---------------------------------------------------------------- fold


def _add_to_defence(state: CampaignState, event: EvasionRolled | BlockRolled, **more: Any) -> CampaignState:  # noqa: ANN401 fields of a defence
    """Add a roll to the defence so far, with its components and its mitigation.

    If the roll has a percentile, its critical result becomes the critical result of the defence.
    """
    if state.exchange is None:
        return state
    so_far, bonus = state.exchange.defence, event.mitigation
    defence = replace(
        so_far,
        components=(*so_far.components, *(one.name for one in event.components)),
        mitigation=Added(dice=so_far.mitigation.dice + bonus.dice, flat=so_far.mitigation.flat + bonus.flat),
        critical=so_far.critical if event.rolled.percentile is None else event.rolled.critical,
        **more,
    )
    return state.exchange_changed(defence=defence, step="block")


@fold
def _evasion_rolled(state: CampaignState, event: EvasionRolled) -> CampaignState:
    return _add_to_defence(state, event, evasion=event.rolled, evade_ap=sum(one.ap for one in event.components))


@fold
def _block_rolled(state: CampaignState, event: BlockRolled) -> CampaignState:
    ap = sum(one.ap for one in event.components)
    return _add_to_defence(state, event, block=event.rolled, block_ap=ap, catching=event.catching)


@fold
def _defence_declined(state: CampaignState, _: DefenceDeclined) -> CampaignState:
    if state.exchange is None:
        return state
    return state.exchange_changed(defence=replace(state.exchange.defence, declined=True))


# ---------------------------------------------------------------- samples


def usable(state: CampaignState, who: str, *, evading: bool) -> Iterator[tuple[Part, ...]]:
    """Yield the ways to put AP into components: no AP at all, or some AP in one known defensive component."""
    yield ()
    sheet, most = state.characters[who].sheet, min(most_ap(state, who, defence=True), MOST_OFFERED)
    for name in dict.fromkeys((*sheet.components, *sheet.actions)):
        component = state.components.get(name)
        if component is not None and component.use == "defence" and component.evade == evading:
            yield from ((Part(component, ap),) for ap in range(1, most + 1))


def as_invested(parts: tuple[Part, ...]) -> tuple[Invested, ...]:
    """Convert components and their AP to the form that commands use."""
    return tuple(Invested(name=part.component.name, ap=part.ap) for part in parts)


@samples
def _defences(state: CampaignState, _: str) -> Samples[Evade | Block | Stand]:
    yield offer(Stand)
    exchange = state.exchange
    if exchange is None:
        yield offer(Evade)
        yield offer(Block)
        return
    one = state.characters[exchange.declared.target]
    per_ap = state.settings.defence.evade_dice_per_ap
    for parts in usable(state, one.id, evading=True):
        dice = evasion_dice(state, one) + sum(dice_of(part, per_ap) for part in parts)
        yield offer(Evade(components=as_invested(parts)), luck=luck_field(state, one.id, dice))
    shields = tuple(item for item in one.items.values() if item.kind == "shield")
    for parts in usable(state, one.id, evading=False):
        for shield in (None, *shields):
            total = block_of(state, exchange, shield, parts)
            luck = luck_field(state, one.id, dice_for_luck(state, exchange, parts, total))
            blocked = Block(components=as_invested(parts), shield=None if shield is None else shield.id)
            yield offer(blocked, **({} if gives_up(exchange, parts) else {"luck": luck}))
