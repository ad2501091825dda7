"""Slots and Items: what a character carries, and the Items that players invent."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.chapters.seats import MAX_ITEMS, acting
from services.rpg_boundless.chapters.turns import handle_gear
from services.rpg_boundless.context import CampaignContext, CharacterMove
from services.rpg_boundless.samples import CHARM, ITEM, gear_users, items_of, mine
from services.rpg_boundless.state.campaign import CampaignState, Character
from services.rpg_boundless.state.sheets import Carried, ItemSheet
from shared.kernel.campaign.keeping import last, without
from shared.kernel.campaign.samples import NOBODY
from shared.kernel.campaign.seats import check_room, entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- refusals


class SlotsFull(Refusal, rule="FB-SLOT-01"):
    """There are not enough free Slots for this Item: drop another Item first."""


class OutsideTheRange(Refusal, rule="FB-CAMP-14"):
    """Players may not invent such an Item in this campaign: change its values, or ask the game master to give it."""


class ArmorIsGiven(Refusal, rule="FB-R-73"):
    """Players cannot take new Armor in this campaign: ask the game master to give it."""


class GearTakesASlot(Refusal, rule="FB-R-74"):
    """This Item takes up no Slot: a Weapon or Armor that a player invents must take up at least one."""


# ---------------------------------------------------------------- commands


class TakeItem(CharacterMove, frozen=True, kw_only=True):
    """Take a new Item."""

    character: Id
    item: ItemSheet


class DropItem(CharacterMove, frozen=True, kw_only=True):
    """Drop an Item on the ground."""

    character: Id
    item: Id


# ---------------------------------------------------------------- events


class ItemTaken(Event, frozen=True, kw_only=True):
    """An Item was taken."""

    character: str
    item: Carried


class ItemDropped(Event, frozen=True, kw_only=True):
    """An Item was dropped on the ground."""

    character: str
    item: str


class SlotsFilled(Event, frozen=True, kw_only=True):
    """All Slots were filled, so HP dropped."""

    character: str
    hp: int


# ---------------------------------------------------------------- judgement


SLOTS: Final = BOOK.start.slots
FULL_HP: Final = 1


def free(character: Character) -> int:
    """Return the number of free Slots. Rule: FB-SLOT-01, FB-SLOT-02, FB-COND-01."""
    return SLOTS - character.used


def carry(ctx: CampaignContext, sheet: ItemSheet) -> Carried:
    """Return a new carried Item with an id and its Slots; Armor has full HP.

    Rule:    FB-SLOT-03, FB-SLOT-04, FB-SLOT-05, FB-ARM-01, FB-R-28
    """
    armor_hp = sheet.armor.hp if sheet.armor else 0
    return Carried(id=ctx.new_id("item"), sheet=sheet, slots=BOOK.size[sheet.size], armor_hp=armor_hp)


def capped(ctx: CampaignContext, character: Character, hp: int) -> int:
    """Return these HP, or at most 1 for a character with full Slots if the settings limit it to that.

    Rule:    FB-SLOT-08, FB-R-09, FB-R-35
    """
    caps = ctx.state.settings.slots.full_effect == "cap"
    return min(hp, FULL_HP) if caps and free(character) <= 0 else hp


def settle_full(ctx: CampaignContext, character: str) -> None:
    """Drop HP to 1 when the last Slot has just been filled; this is not Damage. Rule: FB-SLOT-08, FB-R-09."""
    now = ctx.character(character)
    if free(now) <= 0 and now.hp > FULL_HP:
        ctx.emit(SlotsFilled(character=character, hp=FULL_HP))


def put_in(ctx: CampaignContext, character: str, sheet: ItemSheet) -> None:
    """Give a character a new Item. Rule: FB-SLOT-01, FB-SLOT-05, FB-R-11. Refuses: SlotsFull, TooManyHere."""
    item = carry(ctx, sheet)
    check_fits(ctx, character, item)
    ctx.emit(ItemTaken(character=character, item=item))
    if item.slots:
        settle_full(ctx, character)


def check_fits(ctx: CampaignContext, character: str, item: Carried) -> None:
    """Rule: FB-SLOT-01, FB-SLOT-05, FB-R-11. Refuses: SlotsFull, TooManyHere."""
    bearer = ctx.character(character)
    check_room(bearer.items, MAX_ITEMS)
    if item.slots > free(bearer):
        raise SlotsFull(needs=item.slots, has=free(bearer), field="item")


@judge
def take_item(ctx: CampaignContext, command: TakeItem) -> None:
    """Rule: FB-SLOT-02, FB-R-73. Refuses: ArmorIsGiven, and as `check_made_up`."""
    handle_gear(ctx, command.character)
    check_made_up(ctx, command.item, field="item")
    given = ctx.state.settings.items.new_armor == "given"
    if command.item.armor is not None and given and not ctx.leads:
        raise ArmorIsGiven(needs="the game master's word", has=command.item.name, field="item")
    put_in(ctx, command.character, command.item)


@judge
def drop_item(ctx: CampaignContext, command: DropItem) -> None:
    """Rule: FB-SLOT-02, FB-SLOT-10, FB-ARM-06."""
    bearer = acting(ctx, command.character)
    entry_of(bearer.items, command.item, "item")
    ctx.emit(ItemDropped(character=command.character, item=command.item))


def check_made_up(ctx: CampaignContext, sheet: ItemSheet, *, field: str) -> None:
    """Check an Item that a player invents against the settings.

    Rule:    FB-CAMP-14, FB-R-71, FB-R-72, FB-R-74
    Refuses: OutsideTheRange, GearTakesASlot
    """
    if ctx.leads:
        return
    most = ctx.state.settings.items
    for number, limit in (
        (sheet.weapon.damage if sheet.weapon else None, most.weapon_damage),
        (sheet.armor.hp if sheet.armor else None, most.armor_hp),
    ):
        if number is not None and not 1 <= number <= limit:
            raise OutsideTheRange(needs=f"1 to {limit}", has=number, field=field)
    if (sheet.weapon or sheet.armor) and sheet.size == "petty" and not most.petty_gear:
        raise GearTakesASlot(needs="normal or bulky", has=sheet.size, field=field)


# ---------------------------------------------------------------- fold


LYING: Final = 100
"""Maximum number of Items on the ground, the last ones dropped."""


@fold
def _item_taken(state: CampaignState, event: ItemTaken) -> CampaignState:
    items = {**state.characters[event.character].items, event.item.id: event.item}
    return state.counted(event.item.id).changed(event.character, items=items)


@fold
def _item_dropped(state: CampaignState, event: ItemDropped) -> CampaignState:
    """Put a dropped Item on the ground, where only the last ones remain."""
    item = state.characters[event.character].items[event.item]
    ground = last({**state.ground, item.id: item}, LYING)
    return replace(laid_down(state, event.character, item.id), ground=ground)


def laid_down(state: CampaignState, character: str, item: str) -> CampaignState:
    """Return the campaign with an Item taken from a character, and any offer of it withdrawn."""
    bearer = state.characters[character]
    worn = tuple(one for one in bearer.worn if one != item)
    state = state.changed(character, items=without(bearer.items, item), worn=worn)
    return replace(state, offers=without(state.offers, item))


@fold
def _slots_filled(state: CampaignState, event: SlotsFilled) -> CampaignState:
    return state.changed(event.character, hp=event.hp)


# ---------------------------------------------------------------- samples


@samples
def _items_taken(state: CampaignState, seat: str) -> Samples[TakeItem]:
    who = gear_users(state, seat)
    yield offer(TakeItem(character=who[0], item=CHARM), character=who, item=ITEM)


@samples
def _items_dropped(state: CampaignState, seat: str) -> Samples[DropItem]:
    for who in mine(state, seat):
        items = items_of(state, who) or (NOBODY,)
        yield offer(DropItem, character=who, item=Field(options=items))
