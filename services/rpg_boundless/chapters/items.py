"""Slots and Items: what a character carries, hands over, drops and picks up, and Items that players invent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.chapters.seats import MAX_ITEMS, acting, available
from services.rpg_boundless.chapters.turns import handle_gear, letting_go
from services.rpg_boundless.context import CampaignContext, CharacterChanged, CharacterMove, ItemMove, ItemMoved
from services.rpg_boundless.samples import CHARM, ITEM, gear_users, items_of, light_first, mine, names
from services.rpg_boundless.settings import ItemSettings
from services.rpg_boundless.state.campaign import CampaignState, Character
from services.rpg_boundless.state.sheets import Carried, ItemSheet
from shared.kernel.campaign.keeping import last, without
from shared.kernel.campaign.samples import NOBODY, likely, some
from shared.kernel.campaign.seats import check_room, entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- refusals


class SlotsFull(Refusal, rule="FB-SLOT-01"):
    """There are not enough free Slots for this Item: drop another Item first."""


class OutsideTheRange(Refusal, rule="FB-CAMP-14"):
    """A value of your invented Item is out of range: keep it within the limits in `needs`, or ask the game master."""


class ArmorIsGiven(Refusal, rule="FB-R-73"):
    """Players cannot take new Armor in this campaign: ask the game master to give it."""


class GearTakesASlot(Refusal, rule="FB-R-74"):
    """This Weapon or Armor would take up no Slot: make its size normal or bulky."""


class NotHandedToOneself(Refusal, rule="FB-SLOT-09"):
    """The receiver is the character that has the Item: name another character."""


class NotOffered(Refusal, rule="FB-SLOT-09"):
    """The Item is not offered to this character, or is offered already: offer it first, or wait for the answer."""


class NotLyingThere(Refusal, rule="FB-SLOT-10"):
    """There is no such Item here: name an Item that lies on the ground or belongs to a dead character."""


# ---------------------------------------------------------------- commands


class TakeItem(CharacterMove, frozen=True, kw_only=True):
    """Take a new Item."""

    character: Id
    item: ItemSheet


class DropItem(ItemMove, frozen=True, kw_only=True):
    """Drop an Item on the ground."""


class HandOver(ItemMove, frozen=True, kw_only=True):
    """Hand an Item to another character, whose player must accept the Item unless you play that character.

    Without `to`, withdraw the offer.
    """

    to: Id | None = None


class AcceptItem(ItemMove, frozen=True, kw_only=True):
    """Take an Item that another character offers."""


class PickUp(ItemMove, frozen=True, kw_only=True):
    """Pick up an Item from the ground, or from a dead character."""


# ---------------------------------------------------------------- events


class ItemTaken(Event, frozen=True, kw_only=True):
    """An Item was taken."""

    reveals = "gm"  # the game master may have stored the Item in secret

    character: str
    item: Carried


class ItemDropped(ItemMoved, frozen=True, kw_only=True):
    """An Item was dropped on the ground. Rule: FB-SLOT-02, FB-SLOT-10, FB-COND-04."""


class SlotsFilled(CharacterChanged, frozen=True, kw_only=True):
    """A character filled its last Slot, so its HP dropped to 1."""

    hp: int


class ItemOffered(ItemMoved, frozen=True, kw_only=True):
    """An Item was offered to another player's character. Without `to`, the offer was withdrawn. Rule: FB-SLOT-09."""

    to: str | None


class ItemHandedOver(ItemMoved, frozen=True, kw_only=True):
    """A character handed an Item to another. Rule: FB-SLOT-09."""

    to: str


class ItemPickedUp(ItemMoved, frozen=True, kw_only=True):
    """A character picked up an Item from the ground, or from a dead character."""

    dead: str | None = None


# ---------------------------------------------------------------- judgement


SLOTS: Final = BOOK.start.slots
FULL_HP: Final = 1


def free(character: Character) -> int:
    """Return the number of free Slots. Rule: FB-SLOT-01, FB-SLOT-02, FB-COND-01."""
    return SLOTS - character.used


def carry(ctx: CampaignContext, sheet: ItemSheet) -> Carried:
    """Create a carried Item from its sheet, with an id and its Slots. Armor starts with full HP.

    Rule:    FB-SLOT-03, FB-SLOT-04, FB-SLOT-05, FB-ARM-01, FB-R-28
    """
    armor_hp = sheet.armor.hp if sheet.armor else 0
    return Carried(id=ctx.new_id("item"), sheet=sheet, slots=BOOK.size[sheet.size], armor_hp=armor_hp)


def cap_hp(ctx: CampaignContext, character: Character, hp: int) -> int:
    """Return `hp`, or at most 1 for a character with full Slots if `full_effect` is `cap`.

    Rule:    FB-SLOT-08, FB-R-09, FB-R-35
    """
    caps = ctx.state.settings.slots.full_effect == "cap"
    return min(hp, FULL_HP) if caps and free(character) <= 0 else hp


def settle_full(ctx: CampaignContext, character: str) -> None:
    """Lower the HP of a character to 1 if its last Slot has been filled. This does not count as Damage.

    Rule: FB-SLOT-08, FB-R-09.
    """
    now = ctx.character(character)
    if free(now) <= 0 and now.hp > FULL_HP:
        ctx.emit(SlotsFilled(character=character, hp=FULL_HP))


def put_in(ctx: CampaignContext, character: str, sheet: ItemSheet) -> None:
    """Add a new Item to a character, if enough Slots are free.

    Rule:    FB-SLOT-01, FB-SLOT-05, FB-R-11
    Refuses: SlotsFull, TooManyHere
    """
    item = carry(ctx, sheet)
    _receive(ctx, character, item, ItemTaken(character=character, item=item))


def _receive(ctx: CampaignContext, character: str, item: Carried, event: Event) -> None:
    """Record an Item that a character receives, if enough Slots are free.

    Rule:    FB-SLOT-01, FB-SLOT-05, FB-R-11
    Refuses: SlotsFull, TooManyHere
    """
    bearer = ctx.character(character)
    check_room(bearer.items, MAX_ITEMS)
    if item.slots > free(bearer):
        raise SlotsFull(needs=item.slots, has=free(bearer), field="item")
    ctx.emit(event)
    if item.slots:
        settle_full(ctx, character)


@judge
def take_item(ctx: CampaignContext, command: TakeItem) -> None:
    """Give a character a new Item that its player invented.

    Rule:    FB-SLOT-02, FB-R-73
    Refuses: ArmorIsGiven, and all refusals of `check_made_up`
    """
    handle_gear(ctx, command.character)
    check_made_up(ctx, command.item, field="item")
    given = ctx.state.settings.items.new_armor == "given"
    if command.item.armor is not None and given and not ctx.leads:
        raise ArmorIsGiven(needs="the game master", has=command.item.name, field="item")
    put_in(ctx, command.character, command.item)


@judge
def drop_item(ctx: CampaignContext, command: DropItem) -> None:
    """Drop an Item on the ground. Rule: FB-SLOT-02, FB-SLOT-10, FB-ARM-06, FB-R-97. Refuses: AnswerFirst."""
    entry_of(letting_go(ctx, command.character).items, command.item, "item")
    ctx.emit(ItemDropped(character=command.character, item=command.item))


def made_up_faults(most: ItemSettings, sheet: ItemSheet, *, field: str) -> Iterator[Refusal]:
    """Yield a refusal for each fault of an Item that a player invented.

    Rule:    FB-CAMP-14, FB-R-71, FB-R-72, FB-R-74
    """
    for part, name, limit in ((sheet.weapon, "damage", most.weapon_damage), (sheet.armor, "hp", most.armor_hp)):
        number = limit if part is None else getattr(part, name)
        if not 1 <= number <= limit:
            yield OutsideTheRange(needs=f"1 to {limit}", has=number, field=field)
    if (sheet.weapon or sheet.armor) and sheet.size == "petty" and not most.petty_gear:
        yield GearTakesASlot(needs="normal or bulky", has=sheet.size, field=field)


def check_made_up(ctx: CampaignContext, sheet: ItemSheet, *, field: str) -> None:
    """Check that the settings allow an Item that a player invented.

    Rule:    FB-CAMP-14, FB-R-71, FB-R-72, FB-R-74
    Refuses: OutsideTheRange, GearTakesASlot
    """
    if ctx.leads:
        return
    for fault in made_up_faults(ctx.state.settings.items, sheet, field=field):
        raise fault


@judge
def hand_over(ctx: CampaignContext, command: HandOver) -> None:
    """Hand an Item over, or offer it to another player.

    If the app acts for the receiver's seat, an Item that does not fit is only offered.

    Rule:    FB-SLOT-09, FB-ARM-06, FB-R-81, AR-SEAT-06
    Refuses: NotHandedToOneself, NotOffered, SlotsFull
    """
    giver = (acting if command.to is None else handle_gear)(ctx, command.character)
    item = entry_of(giver.items, command.item, "item")
    if command.to is None:
        if item.id not in ctx.state.offers:
            raise NotOffered(needs="an offer", has=item.id, field="item")
        ctx.emit(ItemOffered(character=giver.id, item=item.id, to=None))
        return
    if command.to == giver.id:
        raise NotHandedToOneself(needs="another character", has=command.to, field="to")
    taker = available(ctx, command.to, "to")
    fits = item.slots <= free(taker) and len(taker.items) < MAX_ITEMS
    if taker.seat == ctx.seat or (ctx.leads and (fits or ctx.role == "gm")):
        _receive(ctx, taker.id, item, ItemHandedOver(character=giver.id, item=item.id, to=taker.id))
    elif ctx.state.offers.get(item.id) == taker.id:
        raise NotOffered(needs="an Item that is not offered yet", has=item.id, field="item")
    else:
        ctx.emit(ItemOffered(character=giver.id, item=item.id, to=taker.id))


@judge
def accept_item(ctx: CampaignContext, command: AcceptItem) -> None:
    """Accept an Item that another character offers. Rule: FB-SLOT-09, FB-R-81. Refuses: NotOffered, SlotsFull."""
    taker = handle_gear(ctx, command.character)
    if ctx.state.offers.get(command.item) != taker.id:
        raise NotOffered(needs="an offer", has=command.item, field="item")
    giver = next(one for one in ctx.state.characters.values() if command.item in one.items)
    available(ctx, giver.id, "item")
    _receive(
        ctx, taker.id, giver.items[command.item], ItemHandedOver(character=giver.id, item=command.item, to=taker.id)
    )


@judge
def pick_up(ctx: CampaignContext, command: PickUp) -> None:
    """Pick up an Item from the ground or from a dead character.

    Rule:    FB-SLOT-10, FB-ARM-06
    Refuses: NotLyingThere, SlotsFull
    """
    bearer = handle_gear(ctx, command.character)
    lying = _lying(ctx.state)
    if command.item not in lying:
        raise NotLyingThere(needs="an Item on the ground", has=command.item, field="item")
    item, dead = lying[command.item]
    _receive(ctx, bearer.id, item, ItemPickedUp(character=bearer.id, item=item.id, dead=dead))


def _lying(state: CampaignState) -> dict[str, tuple[Carried, str | None]]:
    """Return each Item on the ground or on a dead character, with the name of the dead owner or None.

    Rule: FB-SLOT-10.
    """
    dead = (one for one in state.characters.values() if one.status == "dead")
    of_dead = {item.id: (item, one.id) for one in dead for item in one.items.values()}
    return {**{item.id: (item, None) for item in state.ground.values()}, **of_dead}


# ---------------------------------------------------------------- fold


LYING: Final = 100
"""The maximum number of Items on the ground. Beyond it, the oldest ones are removed."""


@fold
def _item_taken(state: CampaignState, event: ItemTaken) -> CampaignState:
    return _now_carried(state.raise_counter(event.item.id), event.character, event.item)


@fold
def _item_dropped(state: CampaignState, event: ItemDropped) -> CampaignState:
    """Put a dropped Item on the ground. Beyond the maximum, remove the oldest ones."""
    item = state.characters[event.character].items[event.item]
    ground = last({**state.ground, item.id: item}, LYING)
    return replace(laid_down(state, event.character, item.id), ground=ground)


def laid_down(state: CampaignState, character: str, item: str) -> CampaignState:
    """Return the campaign with an Item removed from a character, and the offer of that Item withdrawn."""
    bearer = state.characters[character]
    worn = tuple(one for one in bearer.worn if one != item)
    state = state.change(character, items=without(bearer.items, item), worn=worn)
    return replace(state, offers=without(state.offers, item))


def _now_carried(state: CampaignState, character: str, item: Carried) -> CampaignState:
    return state.change(character, items={**state.characters[character].items, item.id: item})


@fold
def _item_offered(state: CampaignState, event: ItemOffered) -> CampaignState:
    offers = without(state.offers, event.item)
    return replace(state, offers=offers if event.to is None else {**offers, event.item: event.to})


def without_offers(state: CampaignState, dead: str) -> CampaignState:
    """Return the campaign without the offers of Items by or to a character that died."""
    made = state.characters[dead].items
    return replace(state, offers={item: to for item, to in state.offers.items() if to != dead and item not in made})


@fold
def _item_handed_over(state: CampaignState, event: ItemHandedOver) -> CampaignState:
    item = state.characters[event.character].items[event.item]
    return _now_carried(laid_down(state, event.character, item.id), event.to, item)


@fold
def _item_picked_up(state: CampaignState, event: ItemPickedUp) -> CampaignState:
    if event.dead is None:
        item = state.ground[event.item]
        state = replace(state, ground=without(state.ground, item.id))
    else:
        item = state.characters[event.dead].items[event.item]
        state = laid_down(state, event.dead, item.id)
    return _now_carried(state, event.character, item)


# ---------------------------------------------------------------- samples


@samples
def _items_taken(state: CampaignState, seat: str) -> Samples[TakeItem | DropItem]:
    able = gear_users(state, seat)
    yield offer(TakeItem(character=able[0], item=CHARM), character=able, item=ITEM)
    for who in mine(state, seat):
        yield offer(DropItem, character=who, item=Field(options=items_of(state, who) or (NOBODY,)))


@samples
def _items_handed(state: CampaignState, seat: str) -> Samples[HandOver]:
    for giver in likely(gear_users(state, seat), lambda one: bool(items_of(state, one))):
        for taker in (one for one in names(state) if one != giver):
            found = state.characters[giver].items
            free = light_first({one: found[one].slots for one in found if state.offers.get(one) != taker})
            yield offer(HandOver, character=giver, item=free, to=taker)
    for giver in likely(mine(state, seat), lambda one: any(item in state.offers for item in items_of(state, one))):
        offered = tuple(item for item in items_of(state, giver) if item in state.offers) or (NOBODY,)
        yield offer(HandOver, character=giver, item=Field(options=offered))


@samples
def _items_received(state: CampaignState, seat: str) -> Samples[AcceptItem | PickUp]:
    for item in some(state.offers):
        yield offer(AcceptItem(character=state.offers.get(item, NOBODY), item=item))
    lying = light_first({name: item.slots for name, (item, _) in _lying(state).items()})
    able = gear_users(state, seat)
    for who in able[:1] if lying == (NOBODY,) else able:
        yield offer(PickUp, character=who, item=lying)
