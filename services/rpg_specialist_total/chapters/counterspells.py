"""Counterspells: a defender casts them as an attack or as a shield, to cancel one or more energies of an attack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import Dice
from services.rpg_specialist_total.chapters.attacks import WrongComponent, check_energies, check_tiers, sum_up
from services.rpg_specialist_total.chapters.bounds import Duration, check_rounds, rounds_field
from services.rpg_specialist_total.chapters.defence import bare_energy, check_forgone
from services.rpg_specialist_total.chapters.dice import (
    LuckDice,
    check_adds,
    check_luck,
    dice_field,
    luck_field,
    may_add,
    roll_total,
)
from services.rpg_specialist_total.chapters.exchanges import NothingToAnswer, fail_critically, step_due, under_way
from services.rpg_specialist_total.chapters.outcomes import AttackSettled, settle
from services.rpg_specialist_total.chapters.spells import (
    MAX_SPELLS,
    SpellEnded,
    SpellHeld,
    magic_of,
    magic_parts,
    points_left,
)
from services.rpg_specialist_total.chapters.states import check_can_act, check_drug_lets_defend
from services.rpg_specialist_total.chapters.turns import (
    NotBeforeFirstTurn,
    OneApAtLeast,
    before_first_turn,
    check_ap,
    most_ap,
    spend,
)
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Combatant, Held, Names
from services.rpg_specialist_total.state.energies import may_be_countered, opponents_of, opposites_among
from services.rpg_specialist_total.state.exchange import Counter, Exchange, Rolled
from shared.kernel.campaign.seats import check_owns, check_room, entry_of
from shared.kernel.chapter import fold, follows, judge_given, samples
from shared.kernel.messages import Command, Event, Id, Line, Notice
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Samples, offer

SAMPLE_DICE: Final = 5
Way: TypeAlias = Literal["attack", "shield"]
BEFORE: Final[Mapping[Way, str]] = {
    "attack": "the defence, before any roll of it", "shield": "the defence, before armor/block is rolled",
}  # fmt: skip
"""For each kind of counterspell, a text that states the latest point in an attack at which it can be cast."""

# ---------------------------------------------------------------- refusals


class NoSpellToCounter(Refusal, rule="SC-CSP-01"):
    """This attack has no spell or bare energy that could be countered: defend in another way."""


class DoesNotOppose(Refusal, rule="SC-CSP-08"):
    """This energy opposes no energy in the attack: choose an energy that opposes one in the attack."""


class NoSuchShield(Refusal, rule="SC-CSP-13"):
    """This held spell does not fit the command: name a shield of the given energy, and add no AP, dice or rounds."""


# ---------------------------------------------------------------- commands


class CounterByAttack(Command, frozen=True, kw_only=True):
    """Counter a spell with an opposing energy instead of any other defence. `dice` is the number of dice to roll."""

    counts_as = "answer"

    energy: Line
    ap: Dice
    components: Names = ()
    dice: Dice = 0
    luck: LuckDice = 0


class CounterByShield(Command, frozen=True, kw_only=True):
    """Raise a shield of an opposing energy. `dice` adds dice to the armor/block roll. `rounds` makes the shield last.

    `spell` names a lasting shield to use again.
    """

    counts_as = "answer"

    energy: Line
    ap: Dice = 0
    dice: Dice = 0
    rounds: Duration | None = None
    spell: Id | None = None


class LetEnergyIn(Command, frozen=True, kw_only=True):
    """Decline to counter the energy of a weapon. The energy then takes effect."""

    counts_as = "answer"


# ---------------------------------------------------------------- events


class SpellOpposed(Event, frozen=True, kw_only=True):
    """The defender countered a spell with an opposing energy. The roll replaces the defence."""

    exchange: str
    counter: Counter
    roll: Rolled


class ShieldRaised(Event, frozen=True, kw_only=True):
    """The defender raised a shield of an opposing energy. The defence roll follows later."""

    exchange: str
    counter: Counter


class EnergiesCancelled(Event, frozen=True, kw_only=True):
    """A counterspell succeeded: these energies and the counterspell's own cancelled each other."""

    exchange: str
    counter: str
    energies: tuple[str, ...]


class CounterFaded(Notice, frozen=True, kw_only=True):
    """A counterspell by attack failed, and its energy faded without effect."""

    exchange: str
    counter: str


class EnergyCountered(Event, frozen=True, kw_only=True):
    """The target countered the energy of a weapon. `energies` are the energies that it cancelled, if any."""

    exchange: str
    counter: str
    roll: Rolled
    energies: tuple[str, ...]


class EnergyLetIn(Event, frozen=True, kw_only=True):
    """The target declined to counter the energy of a weapon."""

    exchange: str


# ---------------------------------------------------------------- judgement


def may_still_cast(exchange: Exchange, way: Way) -> bool:
    """Return whether a counterspell may still be cast: as an attack before the defence, as a shield before the block.

    Rule:    SC-CSP-03, SC-CSP-08, SC-CSP-10, SC-R-105
    """
    steps = ("defence",) if way == "attack" else ("defence", "block")
    return exchange.step in steps and exchange.defence.counter is None


def exchange_to_counter(
    ctx: CampaignContext, energy: str, ap: int, spell: str | None = None, *, way: Way = "attack"
) -> tuple[Exchange, Combatant]:
    """Return the exchange (attack in progress) whose energy can be countered now, and the combatant that counters it.

    Rule:    SC-CSP-01, SC-CSP-02, SC-CSP-08, SC-CSP-14, SC-R-30, SC-R-32, SC-R-65, SC-R-105
    Refuses: NothingToAnswer, NoSpellToCounter, NotYours, CannotAct, EnergyNotCast, DoesNotOppose, and all refusals of
             `check_ap`
    """
    exchange, state = ctx.state.exchange, ctx.state
    comes = exchange is not None and may_still_cast(exchange, way)
    if exchange is None or not (comes or may_be_countered(state, exchange)):
        check_forgone(ctx)
        raise NothingToAnswer(needs=BEFORE[way], has=step_due(state))
    if comes and not bare_energy(exchange.declared):
        raise NoSpellToCounter(needs="a spell", has=exchange.declared.kind)
    who = ctx.character(exchange.victim)
    check_owns(ctx, who.seat)
    check_can_act(ctx, who.id)
    check_drug_lets_defend(ctx, who.id, ap)
    check_energies(ctx, who, (energy,), prohibitive=False, field="energy")
    against = exchange.carried if comes else exchange.acting
    if not opposites_among(state, energy, against):
        raise DoesNotOppose(needs=opponents_of(state, against) or "another defence", has=energy, field="energy")
    if ap < 1 and spell is None:
        raise OneApAtLeast(needs=1, has=ap, field="ap")
    check_ap(ctx, who.id, ap, "defence")
    if before_first_turn(state, who.id):
        raise NotBeforeFirstTurn(needs="the first turn", has="a counterspell")
    return exchange, who


def may_counter(state: CampaignState, exchange: Exchange) -> bool:
    """Return whether the target has an opposing energy, and AP or a lasting shield for it. Rule: SC-R-96."""
    one = state.characters[exchange.victim]
    comes = may_still_cast(exchange, "shield") and bare_energy(exchange.declared)
    if not (comes or may_be_countered(state, exchange)) or before_first_turn(state, one.id):
        return False
    against = exchange.carried if comes else exchange.acting
    opposing = {name for name in one.sheet.energies if opposites_among(state, name, against)}
    shields = any(held.kind == "shield" and opposing & set(held.energies) for held in one.spells.values())
    return bool(opposing) and (shields or most_ap(state, one.id, defence=True) > 0)


@judge_given(under_way(BEFORE["attack"]))
def counter_by_attack(ctx: CampaignContext, command: CounterByAttack) -> None:
    """Roll to hit the incoming energy, without a size modifier.

    Rule:    SC-CSP-03, SC-CSP-04, SC-CSP-06, SC-R-30, SC-R-64
    Refuses: ComponentNotKnown, WrongComponent, TierExceeded, TooManyLuckDice, and all refusals of `exchange_to_counter`
    """
    exchange, who = exchange_to_counter(ctx, command.energy, command.ap)
    check_adds(ctx, command.dice)
    parts = magic_parts(ctx, who, command.components)
    for part in parts:
        if part.use != "attack":
            raise WrongComponent(needs="attack", has=part.name, field="components")
    check_tiers(ctx, parts, command.ap)
    bonus = sum_up(part.to_hit for part in parts)
    dice = max(command.dice + bonus.dice, 0)
    check_luck(ctx, who.id, dice, command.luck)
    spend(ctx, who.id, command.ap, "defence")
    judged = exchange.step == "defence" and dice + command.luck > 0
    roll = roll_total(
        ctx, who.id, "counterspell", dice=dice, luck=command.luck, modifier=bonus.flat, percentile=judged
    )  # fmt: skip
    if exchange.step == "energy":
        _counter_energy(ctx, exchange, command.energy, roll)
        return
    counter = Counter(way="attack", energy=command.energy, ap=command.ap)
    ctx.emit(SpellOpposed(exchange=exchange.id, counter=counter, roll=roll))
    if roll.critical == "critical_failure":
        fail_critically(ctx, who.id)
    settle(ctx)


@judge_given(under_way(BEFORE["shield"]))
def counter_by_shield(ctx: CampaignContext, command: CounterByShield) -> None:
    """Raise a shield against the incoming energy.

    Rule:    SC-CSP-08 to SC-CSP-10, SC-CSP-13, SC-R-30
    Refuses: NoSuchShield, TooManyHere, and all refusals of `exchange_to_counter`
    """
    exchange, who = exchange_to_counter(ctx, command.energy, command.ap, command.spell, way="shield")
    check_adds(ctx, command.dice)
    check_rounds(ctx, command.rounds)
    counter = Counter(
        way="shield", energy=command.energy, ap=command.ap, block=command.dice, rounds=command.rounds
    )  # fmt: skip
    if command.spell is not None:
        held = entry_of(who.spells, command.spell, "spell")
        if held.kind != "shield" or command.energy not in held.energies:
            raise NoSuchShield(needs=held.energies, has=command.energy, field="spell")
        if more := next((one for one in ("ap", "dice", "rounds") if getattr(command, one)), None):
            raise NoSuchShield(needs="left out", has=getattr(command, more), field=more)
        counter = replace(counter, block=held.dice, spell=held.id)
    check_room(who.spells, MAX_SPELLS, "rounds", more=int(command.rounds is not None))
    check_tiers(ctx, (), command.ap)
    spend(ctx, who.id, command.ap, "defence")
    if exchange.step == "energy":
        roll = roll_total(ctx, who.id, "counterspell", dice=counter.block)
        _outlast(ctx, who.id, counter, stopped=roll.total > exchange.to_hit.total)
        _counter_energy(ctx, exchange, command.energy, roll)
        return
    ctx.emit(ShieldRaised(exchange=exchange.id, counter=counter))


def _counter_energy(ctx: CampaignContext, exchange: Exchange, energy: str, roll: Rolled) -> None:
    """Cancel the energies of a weapon that a counterspell beats. Rule: SC-R-65, SC-CSP-04, -06, -14, -15."""
    whole = ctx.state.settings.counterspell.mixed_energies == "whole"
    gone = exchange.acting if whole else opposites_among(ctx.state, energy, exchange.acting)
    gone = gone if roll.total > exchange.to_hit.total else ()
    ctx.emit(EnergyCountered(exchange=exchange.id, counter=energy, roll=roll, energies=gone))


def may_be_let_in(state: CampaignState) -> Exchange:
    """Return the exchange in which the target may now counter the energy of a weapon, or let it take effect.

    Rule:    SC-R-65
    Refuses: NothingToAnswer
    """
    if state.exchange is None or not may_be_countered(state, state.exchange):
        raise NothingToAnswer(needs="energy that may be countered", has=step_due(state))
    return state.exchange


@judge_given(may_be_let_in)
def let_energy_in(ctx: CampaignContext, _: LetEnergyIn) -> None:
    """Decline to counter the energy of a weapon. Rule: SC-R-65. Refuses: NothingToAnswer, NotYours."""
    exchange = may_be_let_in(ctx.state)
    check_owns(ctx, ctx.character(exchange.victim).seat)
    ctx.emit(EnergyLetIn(exchange=exchange.id))


@follows
def counter_settled(ctx: CampaignContext, event: AttackSettled) -> None:
    """Cancel the energies that a counterspell beat, or record that the counterspell faded. Then keep or end its shield.

    Rule:    SC-CSP-05, SC-CSP-07, SC-CSP-11, SC-CSP-13 to SC-CSP-15, SC-R-31, SC-R-88
    """
    exchange = ctx.state.exchange
    counter = None if exchange is None else exchange.defence.counter
    if exchange is None or counter is None:
        return
    stopped = event.outcome == "countered" or bool(event.left)
    if stopped:
        gone = tuple(one for one in exchange.declared.energies if one not in event.left)
        ctx.emit(EnergiesCancelled(exchange=exchange.id, counter=counter.energy, energies=gone))
    elif counter.way == "attack":
        ctx.emit(CounterFaded(exchange=exchange.id, counter=counter.energy))
    _outlast(ctx, exchange.declared.target, counter, stopped=stopped)


def _outlast(ctx: CampaignContext, who: str, counter: Counter, *, stopped: bool) -> None:
    """Record that a shield with a duration stays, or that an earlier lasting shield has cancelled out and ended.

    Rule:    SC-CSP-13, SC-R-31, SC-R-88
    """
    lasts = not stopped or ctx.state.settings.counterspell.shield_after_success == "persists"
    if counter.spell is not None and not lasts:
        ctx.emit(SpellEnded(character=who, spell=counter.spell, cause="it has cancelled out"))
    elif counter.rounds is not None and lasts:
        held = Held(
            id=ctx.new_id("spell"), kind="shield", what=counter.energy, energies=(counter.energy,), ap=counter.ap,
            dice=counter.block, rounds=counter.rounds,
        )  # fmt: skip
        ctx.emit(SpellHeld(character=who, held=held))


# ---------------------------------------------------------------- fold


@fold
def _countered(state: CampaignState, event: SpellOpposed | ShieldRaised) -> CampaignState:
    if state.exchange is None:
        return state
    defence = replace(state.exchange.defence, counter=event.counter)
    if isinstance(event, SpellOpposed):
        defence = replace(defence, block=event.roll, critical=event.roll.critical)
    return state.exchange_changed(defence=defence)


@fold
def _energies_cancelled(state: CampaignState, event: EnergiesCancelled) -> CampaignState:
    if state.exchange is None:
        return state
    declared = state.exchange.declared
    left = tuple(one for one in declared.energies if one not in event.energies)
    return state.exchange_changed(declared=replace(declared, energies=left))


@fold
def _energy_answered(state: CampaignState, event: EnergyCountered | EnergyLetIn) -> CampaignState:
    exchange = state.exchange
    if exchange is None:
        return state
    gone = event.energies if isinstance(event, EnergyCountered) else ()
    acting = tuple(one for one in exchange.acting if one not in gone)
    stated = tuple(one for one in exchange.stated if one not in gone)
    return state.exchange_changed(acting=acting, stated=stated, answered=True)


# ---------------------------------------------------------------- samples


@samples
def _counters(state: CampaignState, seat: str) -> Samples[CounterByAttack | CounterByShield | LetEnergyIn]:
    yield offer(LetEnergyIn)
    exchange = state.exchange
    if exchange is None:
        yield offer(CounterByAttack, energy="fire", ap=1)
        yield offer(CounterByShield, energy="fire", ap=1)
        return
    one = state.characters[exchange.victim]
    ap = points_left(state, one.id, old=True)
    named, magic = dice_field(state, seat), magic_of(state, one.id)
    dice = SAMPLE_DICE if may_add(state, seat) else 0
    parts = tuple((name,) for name in magic if state.components[name].use == "attack")
    for energy in one.sheet.energies or ("none",):
        bare = CounterByAttack(energy=energy, ap=1)
        yield offer(bare, ap=ap, **named)
        for names in ((), *parts):
            bonus = sum_up(state.components[name].to_hit for name in names).dice
            luck = luck_field(state, one.id, dice + bonus)
            yield offer(replace(bare, dice=dice, components=names), ap=ap, luck=luck)
        shield = CounterByShield(energy=energy, ap=1)
        yield offer(shield, ap=ap, **named, rounds=rounds_field(state, seat))
        for spell in (held for held in one.spells.values() if energy in held.energies):
            yield offer(CounterByShield, energy=energy, spell=spell.id)
