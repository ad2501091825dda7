"""Attacks: how they are declared, and the roll to hit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import TIER_CAPS, ActionPoints, Bonus, Component, Dice, Weapon
from services.rpg_specialist_total.chapters import states
from services.rpg_specialist_total.chapters.bounds import check_conveyed
from services.rpg_specialist_total.chapters.dice import (
    LuckDice,
    check_adds,
    check_luck,
    luck_field,
    may_add,
    roll_total,
)
from services.rpg_specialist_total.chapters.exchanges import fail_critically
from services.rpg_specialist_total.chapters.movement import Motion, check_in_motion, knows
from services.rpg_specialist_total.chapters.sizes import larger_by, size_modifier
from services.rpg_specialist_total.chapters.turns import TierExceeded, check_ap, most_ap, spend
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Carried, Combatant, Invested, Investments, Names
from services.rpg_specialist_total.state.exchange import Added, AttackKind, Declared, Exchange, Rolled
from shared.kernel.campaign.fights import hold
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.samples import NOBODY, mine
from shared.kernel.campaign.seats import check_once, check_says, entry_of
from shared.kernel.chapter import fold, follows, judge, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.pools.pool import MAX_POOL
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Choice, Field, Sample, Samples, offer

UNTRAINED: Final = -1
"""The to-hit dice that an attacker loses without training in the weapon, as a negative number. Rule: SC-HIT-07."""
MOST_LARGER: Final = 20

# ---------------------------------------------------------------- refusals


class NothingToAttackWith(Refusal, rule="SC-ATK-01"):
    """This attack needs a weapon: name one, or name only magic or skill components and leave `ap` out."""


class NotAWeapon(Refusal, rule="SC-HIT-02"):
    """You named an item that is not a weapon, or gave `dice` beside a weapon: name a weapon, without `dice`."""


class WeaponNotReady(Refusal, rule="SC-MOVE-04"):
    """This weapon is not ready: draw the weapon first."""


class AmmunitionNeeded(Refusal, rule="SC-CAMP-22"):
    """The ammunition does not match the weapon: name carried ammunition if the weapon uses it, or else leave it out."""


class OneApEach(Refusal, rule="SC-R-09"):
    """A component has no AP: put at least 1 AP into each component that is used."""


class ComponentNotKnown(Refusal, rule="SC-DEF-08"):
    """The combatant does not know this component: choose a component that the combatant knows."""


class WrongComponent(Refusal, rule="SC-R-85"):
    """This component has another use: choose a component for the use that `needs` names."""


class ComponentNotMagic(Refusal, rule="SC-MAG-01"):
    """This component is not a magic component: name only magic components."""


class EnergyNotCast(Refusal, rule="SC-R-84"):
    """This energy cannot be used here: use what `needs` names, either another energy or a magic component."""


class EnergyMissing(Refusal, rule="SC-R-107"):
    """The spell has no energy: name an energy that the attacker knows, or leave out the magic components."""


class NotATarget(Refusal, rule="SC-CAMP-21"):
    """This combatant cannot be a target: choose another combatant that is alive and still in the fight."""


# ---------------------------------------------------------------- commands


class Attack(Command, frozen=True, kw_only=True):
    """Attack with a weapon, with components, or with both.

    `ap` are AP outside components. `energies` are the energies of the magic components: at least one. The first magic
    component that mimics a physical attack decides which defences work against the spell. `dice` are the to-hit dice of
    an attack without a weapon, and `luck` the Luck dice of the to-hit roll. `larger` is the number of size categories
    by which the target is larger. Only the Keeper sets it. `part_of_movement` says who moves if the attack is part of a
    movement.
    """

    counts_as = "move"

    attacker: Id
    target: Id
    weapon: Id | None = None
    ammunition: Id | None = None
    ap: ActionPoints = 0
    components: Investments = ()
    energies: Names = ()
    dice: Dice = 0
    luck: LuckDice = 0
    larger: Annotated[int, Meta(ge=-MOST_LARGER, le=MOST_LARGER)] | None = None
    part_of_movement: Motion | None = None


# ---------------------------------------------------------------- events


class PieceTaken(Event, frozen=True, kw_only=True):
    """One piece was taken from a stack of items, and is now a separate item."""

    character: str
    item: str
    piece: Carried


class AttackDeclared(Event, frozen=True, kw_only=True):
    """An attacker declared an attack and rolled to hit."""

    exchange: str
    declared: Declared
    to_hit: Rolled


# ---------------------------------------------------------------- judgement


class Part(Struct, frozen=True):
    """A component in use, with the AP put into it."""

    component: Component
    ap: int


def parts_of(ctx: CampaignContext, who: str, invested: tuple[Invested, ...], use: str) -> tuple[Part, ...]:
    """Return the components of an action, after checking that the combatant knows each and that none is named twice.

    Rule:    SC-DEF-08, SC-R-09, SC-R-84, SC-R-85
    Refuses: NamedTwice, NotKnownHere, WrongComponent, ComponentNotKnown, OneApEach
    """
    check_once(tuple([put.name for put in invested]), "components")
    one = ctx.character(who)
    parts = tuple([Part(entry_of(ctx.state.components, put.name, "components"), put.ap) for put in invested])
    for part in parts:
        if part.component.use != use:
            raise WrongComponent(needs=use, has=part.component.name, field="components")
        if not knows(one, part.component.name):
            raise ComponentNotKnown(needs=one.sheet.components, has=part.component.name, field="components")
        if part.ap < 1 and (use == "defence" or ctx.state.form):
            raise OneApEach(needs=1, has=0, field="components")
    return parts


def check_tiers(ctx: CampaignContext, components: Iterable[Component], ap: int) -> None:
    """Refuse more AP than the highest tier of the components allows. Rule: SC-E-17. Refuses: TierExceeded."""
    cap = max((TIER_CAPS[one.tier or "simple"] for one in components), default=TIER_CAPS["simple"])
    if ctx.state.settings.combat.tier_caps and ap > cap:
        raise TierExceeded(needs=f"at most {cap} AP", has=ap, field="components")


def sum_up(bonuses: Iterable[Bonus]) -> Added:
    """Return the sum of several bonuses. Rule: SC-HIT-05, SC-DMG-03, SC-MIT-10."""
    found = tuple(bonuses)
    return Added(dice=sum(map(attrgetter("dice"), found)), flat=sum(map(attrgetter("flat"), found)))


def check_target(ctx: CampaignContext, attacker: str, target: str, *, field: str = "attacker") -> None:
    """Refuse a target that cannot be attacked. Rule: AR-CAMP-05, SC-CAMP-21, SC-R-86. Refuses: see `hold`."""
    ctx.character(target, "target")
    if target == attacker or not ctx.state.takes_turns(target):
        raise NotATarget(needs="another combatant, alive and in the fight", has=target, field="target")
    hold(ctx, attacker, target, field=field)


@judge
def attack(ctx: CampaignContext, command: Attack) -> None:
    """Check an attack, spend its AP, and roll to hit.

    Rule:    SC-ATK-01, SC-HIT-01 to SC-HIT-07, SC-R-09, SC-R-71, SC-R-86, SC-SIZE-01, SC-MOVE-07 to -11, SC-CAMP-16
    Refuses: all refusals of an attack's guard functions
    """
    who, attacker = command.attacker, ctx.own(command.attacker, "attacker")
    check_says(ctx, command.larger is not None, "larger")
    check_adds(ctx, command.dice)
    check_target(ctx, who, command.target)
    states.check_can_act(ctx, who, "attacker")
    item, ammunition, weapon = _weapon_and_ammunition(ctx, attacker, command)
    parts = parts_of(ctx, who, command.components, "attack")
    declared = _declare_attack(ctx, command, weapon, parts)
    _check_energies(ctx, attacker, command, declared.kind)
    if command.part_of_movement is not None:
        check_conveyed(ctx, command.part_of_movement)
        spell = any(part.component.type == "magic" for part in parts)
        check_in_motion(ctx, who, command.part_of_movement, reach=declared.reach, spell=spell)
    ap, use = declared.ap + declared.magic_ap, _use(declared.kind)
    states.check_drug_allows(ctx, who, use, names=(one.name for one in command.components), reach=declared.reach)
    check_tiers(ctx, (part.component for part in parts), ap)
    check_ap(ctx, who, ap, use)
    charged = next((one for one in (ammunition, item) if one is not None and one.charge is not None), None)
    if charged is not None:
        declared = replace(declared, charge=charged.charge, charged=charged.id)
    bonus = sum_up(part.component.to_hit for part in parts)
    trained = Bonus() if weapon is None else weapon_bonus(attacker, weapon)
    dice = max(command.dice + trained.dice + bonus.dice, 0)
    check_luck(ctx, who, dice, command.luck)
    modifier = trained.flat + bonus.flat
    if item is not None and declared.reach == "thrown":
        declared = replace(declared, weapon=take_piece(ctx, who, item).id)
    declare(ctx, declared, dice=dice, modifier=modifier, luck=command.luck)


def declare(ctx: CampaignContext, declared: Declared, *, dice: int, modifier: int = 0, luck: int = 0) -> None:
    """Spend the AP of a checked attack, roll to hit, and start the exchange. Rule: SC-HIT-01, SC-LUCK-02, SC-R-73."""
    if not declared.prepared:
        spend(ctx, declared.attacker, declared.ap + declared.magic_ap, _use(declared.kind))
    modifier += size_modifier(ctx.state.settings.size, declared.larger)
    to_hit = roll_total(ctx, declared.attacker, "to hit", dice=dice, luck=luck, modifier=modifier, percentile=True)
    ctx.emit(AttackDeclared(exchange=ctx.new_id("exchange"), declared=declared, to_hit=to_hit))


def take_piece(ctx: CampaignContext, who: str, item: Carried) -> Carried:
    """Split one piece from a stack of items, and return this piece. Rule: SC-CAMP-34, SC-CHB-03."""
    if item.number == 1:
        return item
    piece = replace(item, id=ctx.new_id("item"), number=1)
    ctx.emit(PieceTaken(character=who, item=item.id, piece=piece))
    return piece


def weapon_bonus(attacker: Combatant, weapon: Weapon) -> Bonus:
    """Return a weapon's to-hit bonus with training. Rule: SC-HIT-02, SC-HIT-03, SC-HIT-06, SC-HIT-07, SC-CHG-07."""
    training = next((one.dice for one in attacker.sheet.weapon_training if one.weapon == weapon.name), UNTRAINED)
    return replace(weapon.to_hit, dice=weapon.to_hit.dice + training)


def _use(kind: AttackKind) -> Literal["attack", "spell"]:
    return "spell" if kind == "magic" else "attack"


def _weapon_and_ammunition(
    ctx: CampaignContext, attacker: Combatant, command: Attack
) -> tuple[Carried | None, Carried | None, Weapon | None]:
    """Return the weapon, the ammunition that it shoots, and the weapon's data.

    Rule:    SC-HIT-02, SC-MOVE-04, SC-R-85, SC-CAMP-22
    Refuses: NotKnownHere, NotAWeapon, WeaponNotReady, AmmunitionNeeded
    """
    item = None if command.weapon is None else entry_of(attacker.items, command.weapon, "weapon")
    ammunition = None if command.ammunition is None else entry_of(attacker.items, command.ammunition, "ammunition")
    if item is not None and (item.kind != "weapon" or command.dice):
        raise NotAWeapon(needs="a weapon, and no dice beside it", has=item.name, field="weapon")
    weapon = None if item is None else ctx.state.weapons[item.name]
    if item is not None and weapon is not None and not (item.ready or weapon.reach == "unarmed"):
        raise WeaponNotReady(needs="a weapon that is ready", has=item.name, field="weapon")
    shoots = weapon is not None and weapon.ammunition
    named = ammunition is not None and (ammunition.kind == "ammunition" or (ctx.state.amended and not shoots))
    if shoots != named:
        needs = "a piece of ammunition" if shoots else "left out"
        raise AmmunitionNeeded(needs=needs, has=command.ammunition, field="ammunition")
    return item, ammunition, weapon


def _declare_attack(ctx: CampaignContext, command: Attack, weapon: Weapon | None, parts: tuple[Part, ...]) -> Declared:
    """Return a declared attack with all values that its later steps need. Rule: SC-ATK-01, SC-R-62, SC-MAG-01."""
    types = {part.component.type for part in parts}
    if weapon is None and ("martial" in types or command.ap or not types):
        has = (*(part.component.name for part in parts), *(("ap",) if command.ap else ()))
        raise NothingToAttackWith(needs="a weapon, or components of magic or skill alone", has=has, field="weapon")
    kind: AttackKind = "martial" if weapon else "magic" if "magic" in types else "skill"
    magic = tuple(part for part in parts if part.component.type == "magic")
    counted = tuple(part for part in parts if kind == "magic" or part not in magic)
    texts = (*((weapon.damage,) if weapon else ()), *(part.component.damage for part in counted))
    larger = larger_by(ctx, command.attacker, command.target) if command.larger is None else command.larger
    return Declared(
        attacker=command.attacker, target=command.target, kind=kind, components=command.components,
        ap=command.ap + sum(part.ap for part in parts if part not in magic), magic_ap=sum(part.ap for part in magic),
        weapon=command.weapon, ammunition=command.ammunition, reach=weapon.reach if weapon else None,
        mimics=next((part.component.mimics for part in magic if part.component.mimics), None),
        energies=command.energies, larger=larger, damage=sum_up(texts),
    )  # fmt: skip


def _check_energies(ctx: CampaignContext, attacker: Combatant, command: Attack, kind: AttackKind) -> None:
    """Refuse energies that the attack cannot use, and magic without any. Rule: SC-R-84, SC-R-94, SC-R-107, SC-PROH-01.

    Refuses: EnergyNotCast, EnergyMissing
    """
    magic = kind == "magic" or any(ctx.state.components[one.name].type == "magic" for one in command.components)
    if command.energies and not magic:
        raise EnergyNotCast(needs="a component of magic", has=command.energies, field="energies")
    if magic and not command.energies and ctx.state.amended:
        raise EnergyMissing(needs="at least one energy", has=command.energies, field="energies")
    check_energies(ctx, attacker, command.energies)


def check_energies(
    ctx: CampaignContext, who: Combatant, energies: tuple[str, ...], *, prohibitive: bool = False,
    field: str = "energies",
) -> None:  # fmt: skip
    """Refuse energies that the caster cannot use here. Rule: SC-CAMP-30, SC-PROH-08."""
    check_once(energies, field)
    fit = tuple(one for one in who.sheet.energies if ctx.state.energies[one].prohibitive == prohibitive)
    for name in energies:
        if name not in fit:
            raise EnergyNotCast(needs=fit, has=name, field=field)


@follows
def fail_to_hit(ctx: CampaignContext, event: AttackDeclared) -> None:
    """Apply the effects of a critical failure on the to-hit roll. Rule: SC-CRIT-08, SC-CRIT-09."""
    if event.to_hit.critical == "critical_failure":
        fail_critically(ctx, event.declared.attacker)


# ---------------------------------------------------------------- fold


@fold
def _piece_taken(state: CampaignState, event: PieceTaken) -> CampaignState:
    items = state.characters[event.character].items
    rest = replace(items[event.item], number=items[event.item].number - 1)
    after = {**items, event.item: rest, event.piece.id: event.piece}
    return state.raise_counter(event.piece.id).change(event.character, items=after)


@fold
def _attack_declared(state: CampaignState, event: AttackDeclared) -> CampaignState:
    declared, luck = event.declared, len(event.to_hit.luck)
    ap = 0 if declared.prepared else declared.ap + declared.magic_ap
    opened = Exchange(id=event.exchange, declared=declared, to_hit=event.to_hit)
    return replace(state.raise_counter(event.exchange), exchange=opened).pay(declared.attacker, ap=ap, luck=luck)


# ---------------------------------------------------------------- samples


@samples
def _attacks(state: CampaignState, seat: str) -> Samples[Attack]:
    for who in mine(state, seat):
        beside = (one for one in state.characters if one != who and state.fighting(one) == state.fighting(who))
        targets = in_order(one for one in beside if state.takes_turns(one) and not state.joins_later(one)) or (NOBODY,)
        bare = Attack(attacker=who, target=targets[0])
        one = state.characters.get(who)
        free = not state.waiting and (state.turn == who or not state.fighting(who))
        if one is not None and free and targets != (NOBODY,) and (one.dosed is None or one.dosed.drug == "berserk"):
            fields: dict[str, Choice] = {"target": targets, "part_of_movement": (None, "own", "vehicle", "beast")}
            fields |= {"larger": Field(least=-MOST_LARGER, most=MOST_LARGER)} if state.led_by(seat) else {}
            for armed in (*_weapons(state, one, bare), replace(bare, dice=int(may_add(state, seat)))):
                yield from _with_components(state, one, armed, fields)
        yield offer(bare)


def _weapons(state: CampaignState, one: Combatant, bare: Attack) -> Iterator[Attack]:
    """Yield an attack with each weapon and each kind of ammunition that the weapon can use."""
    shot = tuple(item.id for item in one.items.values() if item.kind == "ammunition")
    for item in one.items.values():
        if item.kind == "weapon":
            takes = state.weapons[item.name].ammunition
            for piece in (shot or (NOBODY,)) if takes else (None,):
                yield replace(bare, weapon=item.id, ammunition=piece)


def _with_components(
    state: CampaignState, one: Combatant, armed: Attack, fields: Mapping[str, Choice]
) -> Iterator[Sample[Attack]]:
    """Yield an attack without components, and one with each known component."""
    capped, most = state.settings.combat.tier_caps, most_ap(state, one.id)
    weapon = state.weapons[one.items[armed.weapon].name] if armed.weapon else None
    trained = weapon_bonus(one, weapon) if weapon else Bonus(dice=armed.dice)
    if weapon:
        ap = Field(least=1, most=min(most, TIER_CAPS["simple"]) if capped else most)
        yield offer(replace(armed, ap=1), **fields, ap=ap, luck=luck_field(state, one.id, trained.dice))
    names = dict.fromkeys(name for name in (*one.sheet.components, *one.sheet.actions) if name in state.components)
    energies = tuple(name for name in one.sheet.energies if not state.energies[name].prohibitive)
    cast = Field(items=Field(options=energies), least=int(state.amended), most=len(energies), ordered=True)
    for component in (state.components[name] for name in names):
        luck = luck_field(state, one.id, trained.dice + component.to_hit.dice)
        cap = min(most, TIER_CAPS[component.tier or "simple"]) if capped else most
        more = {"ap": Field(least=0, most=cap - 1)} if weapon else {}
        made = replace(armed, components=(Invested(name=component.name, ap=1),))
        if component.type == "magic" and energies:
            made, more = replace(made, energies=energies[: cast.least]), {**more, "energies": cast}
        yield offer(made, **fields, **more, luck=luck)
        if armed.dice:
            yield offer(made, **fields, **more, dice=Field(least=0, most=MAX_POOL))
