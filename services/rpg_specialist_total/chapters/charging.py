"""Charging: combatants put energy into weapons and ammunition, and the energy fades."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from services.rpg_specialist_total.catalogue import MODES, Mode, Reach
from services.rpg_specialist_total.chapters.attacks import (
    Attack,
    AttackDeclared,
    ComponentNotMagic,
    EnergyNotCast,
    WrongComponent,
    take_piece,
)
from services.rpg_specialist_total.chapters.combatants import MAX_ITEMS
from services.rpg_specialist_total.chapters.items import ItemDropped, ItemTakenUp, at_hand
from services.rpg_specialist_total.chapters.outcomes import AttackSettled
from services.rpg_specialist_total.chapters.spells import (
    CastPrepared,
    check_cast,
    energies_of,
    magic_of,
    spell_fields,
)
from services.rpg_specialist_total.chapters.states import Died
from services.rpg_specialist_total.chapters.turns import spend
from services.rpg_specialist_total.context import CampaignContext, Casting
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Carried, Charge
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.samples import NOBODY, mine
from shared.kernel.campaign.seats import check_once, check_room, entry_of
from shared.kernel.chapter import fold, follows, guard, judge, samples
from shared.kernel.messages import Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Samples, offer

# ---------------------------------------------------------------- refusals


class ModeDoesNotFit(Refusal, rule="SC-CHG-02"):
    """This item cannot take energy in this mode: use a mode that `needs` lists, or name a weapon or ammunition."""


class SelectsNoTarget(Refusal, rule="SC-CHB-04"):
    """`selective` cannot be used here: leave it out, or bestow the energy with a component that selects a target."""


class NotInHand(Refusal, rule="SC-CHC-04"):
    """This item is not ready, is used up, or is more than one piece: name a ready weapon or a piece of ammunition."""


# ---------------------------------------------------------------- commands


class ChargeWeapon(Casting, frozen=True, kw_only=True):
    """Put energy into a weapon or one piece of ammunition. `selective` limits it to one kind of target.

    A shot with a charged piece of ammunition releases the energy of that piece, and the weapon keeps its own energy. A
    shot with any other piece releases the energy of the weapon.
    """

    item: Id
    mode: Mode
    selective: Line | None = None


# ---------------------------------------------------------------- events


class WeaponCharged(Event, frozen=True, kw_only=True):
    """A combatant put energy into a weapon or a piece of ammunition. It replaced any energy that was there."""

    item: str
    charge: Charge


class ChargeFaded(Event, frozen=True, kw_only=True):
    """The energy in a weapon faded without effect."""

    item: str
    energies: tuple[str, ...]


# ---------------------------------------------------------------- judgement


def reach_of(state: CampaignState, item: Carried) -> Reach | None:
    """Return how an item reaches its target, or None for a shield."""
    if item.kind == "weapon" and item.name in state.weapons:
        return state.weapons[item.name].reach
    return "projectile" if item.kind == "ammunition" else None


@judge
def charge_weapon(ctx: CampaignContext, command: ChargeWeapon) -> None:
    """Put energy into a weapon in the caster's own turn. Striking with the weapon is a separate action.

    Rule:    SC-CHG-01 to SC-CHG-05, SC-CHB-04, SC-CHR-05, SC-R-38, SC-R-94, SC-CAMP-56
    Refuses: NotKnownHere, NotInHand, ModeDoesNotFit, SelectsNoTarget, TooManyHere, and all refusals of `check_cast`
    """
    who = check_cast(ctx, command)
    item = entry_of(who.items, command.item, "item")
    reach = reach_of(ctx.state, item)
    modes = () if reach is None else MODES[reach]
    if command.mode not in modes:
        raise ModeDoesNotFit(
            needs=modes or "a weapon or ammunition",
            has=command.mode if modes else item.name,
            field="mode" if modes else "item",
        )
    if item.number < 1 or not (at_hand(ctx.state, item) or item.kind == "ammunition"):
        raise NotInHand(needs="a ready weapon, or ammunition", has=item.name, field="item")
    selects = any(ctx.state.components[name].selective for name in command.components)
    if command.selective is not None and not (command.mode == "bestowed" and selects):
        raise SelectsNoTarget(needs="a component that selects a target", has=command.components, field="components")
    check_room(who.items, MAX_ITEMS, "item", more=int(item.number > 1))
    spend(ctx, who.id, command.ap, "spell")
    item = take_piece(ctx, who.id, item)
    fade(ctx, item)
    charge = Charge(
        mode=command.mode, energies=command.energies, ap=command.ap, by=who.id, selective=command.selective
    )  # fmt: skip
    ctx.emit(WeaponCharged(item=item.id, charge=charge))


def check_held_energies(ctx: CampaignContext, energies: tuple[str, ...], field: str) -> None:
    """Refuse unknown energies, an energy that is named twice, and prohibitive energies.

    Only a spell of its own can cast a prohibitive energy.

    Rule:    SC-CAMP-13, SC-CAMP-14, SC-PROH-10
    Refuses: NamedTwice, NotKnownHere, EnergyNotCast
    """
    check_once(energies, field)
    for energy in energies:
        if entry_of(ctx.state.energies, energy, field).prohibitive and ctx.state.amended:
            raise EnergyNotCast(needs=held_energies(ctx.state), has=energy, field=field)


def held_energies(state: CampaignState) -> tuple[str, ...]:
    """Return the energies that an item or a lasting spell can hold. Rule: SC-PROH-10."""
    return tuple(sorted(name for name, one in state.energies.items() if not (one.prohibitive and state.amended)))


@guard
def check_charged_energies(ctx: CampaignContext, command: Attack) -> None:
    """Refuse an attack with an item that holds a prohibitive energy, or energy in a mode that does not fit the item.

    Both are possible only after the Keeper has loaded new data.

    Rule:    SC-PROH-10, SC-R-117
    Refuses: EnergyNotCast, ModeDoesNotFit
    """
    attacker = ctx.state.characters.get(command.attacker)
    for field in ("ammunition", "weapon"):
        item = attacker.items.get(getattr(command, field) or NOBODY) if attacker else None
        if item is not None and item.charge is not None:
            check_held_energies(ctx, item.charge.energies, field)
            reach = reach_of(ctx.state, item)
            modes = () if reach is None else MODES[reach]
            if ctx.state.amended and item.charge.mode not in modes:
                raise ModeDoesNotFit(needs=modes, has=item.charge.mode, field=field)


@guard
def check_prepared_energies(ctx: CampaignContext, command: CastPrepared) -> None:
    """Refuse to cast a prepared spell with a prohibitive energy, or with a component that is not for magical attacks.

    Rule:    SC-PROH-10, SC-R-117, SC-R-119
    Refuses: EnergyNotCast, ComponentNotMagic, WrongComponent
    """
    one = ctx.state.characters.get(command.character)
    held = one.spells.get(command.spell) if one else None
    if held is not None and held.kind == "prepared":
        check_held_energies(ctx, held.energies, "spell")
        check_magic(ctx, held.components, "spell")
        defends = tuple(name for name in held.components if ctx.state.components[name].use != "attack")
        if defends and ctx.state.amended:
            raise WrongComponent(needs="attack", has=defends, field="spell")


def check_magic(ctx: CampaignContext, names: tuple[str, ...], field: str) -> None:
    """Refuse components that are not magic. Rule: SC-CAMP-48, SC-R-117. Refuses: NotKnownHere, ComponentNotMagic."""
    types = {name: entry_of(ctx.state.components, name, field).type for name in names}
    unfit = tuple(name for name, kind in types.items() if kind != "magic")
    if unfit and ctx.state.amended:
        raise ComponentNotMagic(needs="components of magic", has=unfit, field=field)


def fade(ctx: CampaignContext, item: Carried) -> None:
    """Record that the energy in an item fades. Do nothing if the item has none. Rule: SC-CHC-04."""
    if item.charge is not None:
        ctx.emit(ChargeFaded(item=item.id, energies=item.charge.energies))


@follows
def missile_flies(ctx: CampaignContext, event: AttackDeclared) -> None:
    """Move a thrown weapon, or a charged piece of ammunition that was shot, to the ground.

    Rule:    SC-CHB-03, SC-CAMP-34
    """
    declared = event.declared
    charged = declared.ammunition if declared.charged == declared.ammunition else None
    flies = declared.weapon if declared.reach == "thrown" else charged
    if flies is not None and flies in ctx.character(declared.attacker).items:
        ctx.emit(ItemDropped(character=declared.attacker, item=flies))


@follows
def missile_is_caught(ctx: CampaignContext, event: AttackSettled) -> None:
    """Add a thrown weapon or charged missile to the items of the combatant that caught it.

    Rule: SC-CTR-05, SC-CAMP-34.
    """
    declared = None if ctx.state.exchange is None else ctx.state.exchange.declared
    if declared is None or event.outcome != "caught":
        return
    room = len(ctx.character(declared.target).items) < MAX_ITEMS
    for item in (declared.weapon or "", declared.ammunition or ""):
        if room and item in ctx.state.ground:
            ctx.emit(ItemTakenUp(character=declared.target, item=item))


@follows
def charge_leaves_the_hand(ctx: CampaignContext, event: ItemDropped) -> None:
    """When an item is dropped, end its energy if the energy needs the wielder's touch. Bestowed energy is kept.

    Rule:    SC-CHC-04, SC-CHB-02, SC-CHR-04
    """
    _fade_untouched(ctx, (item for item in (ctx.state.ground.get(event.item),) if item is not None))


@follows
def charge_leaves_the_dead(ctx: CampaignContext, event: Died) -> None:
    """When a combatant dies, end the energy in its items that needs the combatant's touch.

    Rule: SC-CHC-04, SC-CAMP-32.
    """
    items = ctx.character(event.character).items
    _fade_untouched(ctx, (items[one] for one in in_order(items)))


def _fade_untouched(ctx: CampaignContext, items: Iterable[Carried]) -> None:
    for item in items:
        if item.charge is not None and item.charge.mode != "bestowed":
            fade(ctx, item)


# ---------------------------------------------------------------- fold


@fold
def _weapon_charged(state: CampaignState, event: WeaponCharged) -> CampaignState:
    return state.charge_item(event.item, event.charge)


@fold
def _charge_faded(state: CampaignState, event: ChargeFaded) -> CampaignState:
    """Remove the energy from the item, and from the current attack if it uses that item."""
    after, exchange = state.charge_item(event.item, None), state.exchange
    if exchange is None or exchange.declared.charged != event.item:
        return after
    return after.exchange_changed(declared=replace(exchange.declared, charge=None, charged=None))


# ---------------------------------------------------------------- samples


@samples
def _charges(state: CampaignState, seat: str) -> Samples[ChargeWeapon]:
    for who in mine(state, seat):
        items = state.characters[who].items if who in state.characters else {}
        found: list[tuple[Carried, Mode]] = [
            (one, mode) for one in items.values() for mode in MODES.get(reach_of(state, one) or "unarmed", ())
        ]
        energies = energies_of(state, who, prohibitive=False)[:1]
        fields = spell_fields(state, who)
        for item, mode in found or [(Carried(id=NOBODY, kind="weapon", name=""), "charged")]:
            command = ChargeWeapon(character=who, item=item.id, mode=mode, energies=energies, ap=1)
            yield offer(command, **fields)
            chooses = (name for name in magic_of(state, who) if mode == "bestowed" and state.components[name].selective)
            for name in chooses:
                choosing = replace(command, components=(name,), selective="ogres")
                yield offer(choosing, **without(fields, "components"), selective=TEXT)
