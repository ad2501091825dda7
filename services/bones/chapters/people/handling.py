"""Handling items: ready them, stow them, drop them, pick them up, and choose the weapons of a roll."""

from __future__ import annotations

from contextlib import suppress
from itertools import permutations
from typing import Final

from msgspec.structs import replace

from services.bones.chapters.people.items import MAX_ITEMS, check_may_handle, items_of, lies, worn_already
from services.bones.context import CampaignContext
from services.bones.faces import parts
from services.bones.reading.races import masteries
from services.bones.reading.second_weapons import TWO_WEAPON
from services.bones.reading.strikes import reaches
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature
from shared.kernel.campaign.keeping import in_order, without
from shared.kernel.campaign.samples import mine, some
from shared.kernel.campaign.seats import check_once, check_room, entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Samples, offer

WEAPONS: Final = ("melee weapon", "missile weapon")
TWO_WEAPONS: Final = 2

# ---------------------------------------------------------------- refusals


class OneOfAKind(Refusal, rule="BN-R-003"):
    """The creature already wears another shield or suit of armor: put that away first."""


class OneWeapon(Refusal, rule="BN-R-003"):
    """Too many weapons for this roll: use one or, with Two Weapon in a fight, two melee weapons and no shield."""


class NotAtHand(Refusal, rule="BN-EQ-01"):
    """This weapon cannot be used in the roll: name weapons that the creature has ready."""


class BothHandsFull(Refusal, rule="BN-R-004"):
    """In this campaign this weapon cannot be used with a shield: put away the shield or use another weapon."""


class AsItWas(Refusal, rule="BN-CAMP-11"):
    """The item is already in that state: ready an item that has been put away, or stow one that is ready."""


class MovementTaken(Refusal, rule="BN-CAMP-67"):
    """The creature has used this round's movement to pick up an item: wait for the next round before you do this."""


class LiesElsewhere(Refusal, rule="BN-CAMP-68"):
    """The item is out of reach: move the creature to it, or ask the game master to pick it up."""


# ---------------------------------------------------------------- commands


class ReadyItem(Command, frozen=True, kw_only=True):
    """Put on an item or take it in hand: its die is rolled from now on."""

    counts_as = "move"

    creature: Id
    item: Id


class StowItem(Command, frozen=True, kw_only=True):
    """Take off an item or put it away: its die is no longer rolled."""

    counts_as = "move"

    creature: Id
    item: Id


class DropItem(Command, frozen=True, kw_only=True):
    """Drop an item on the ground."""

    counts_as = "move"

    creature: Id
    item: Id


class PickUpItem(Command, frozen=True, kw_only=True):
    """Pick up an item from the ground. In a fight, this takes the movement of the round."""

    counts_as = "move"

    creature: Id
    item: Id


# ---------------------------------------------------------------- events


class ItemReadied(Event, frozen=True, kw_only=True):
    """A creature put on an item or took it in hand."""

    creature: str
    item: str


class ItemStowed(Event, frozen=True, kw_only=True):
    """A creature put away an item."""

    creature: str
    item: str


class ItemPickedUp(Event, frozen=True, kw_only=True):
    """A creature picked up an item from the ground."""

    creature: str
    item: str


# ---------------------------------------------------------------- judgement


def check_weapons(state: CampaignState, one: Creature, weapons: tuple[str, ...], *, fights: bool = False) -> None:
    """Check that these weapons may be used together in one roll.

    Rule:    BN-EQ-01, BN-R-003, BN-R-004, BN-R-033, BN-MAST-23, BN-CAMP-73
    Refuses: NamedTwice, NotAtHand, OneWeapon, BothHandsFull
    """
    if not weapons:
        return
    check_once(weapons, "weapons")
    tasks, named = state.settings.tasks, [one.items[weapon] for weapon in weapons if weapon in one.items]
    held = [item for item in named if item.group in WEAPONS and item.ready]
    if len(held) < len(weapons):
        raise NotAtHand(needs="a weapon that is ready", has=weapons, field="weapons")
    shields = tuple(item.id for item in one.items.values() if item.ready and item.group == "shield")
    bound = len(weapons) > 1 and tasks.item_dice_per_roll != "gm_decides"
    large = any(item.two_handed for item in held)
    fit = not large and all(item.group == "melee weapon" for item in held[1:])
    if bound and (len(weapons) > TWO_WEAPONS or shields or not fit or not (fights and _fights_with_two(state, one))):
        raise OneWeapon(needs="one weapon", has=weapons, field="weapons")
    if tasks.two_hands_exclude_shield and shields and large:
        raise BothHandsFull(needs="no shield", has=shields, field="weapons")


def _fights_with_two(state: CampaignState, one: Creature) -> bool:
    """Return whether one of the creature's remaining dice has a Two Weapon icon. Rule: BN-MAST-23, BN-R-380."""
    own = (part for die in one.left for face in die.faces for part in parts(face))
    return any(masteries(state, part, TWO_WEAPON) for part in own)


def weapons_of(one: Creature | None) -> tuple[tuple[str, ...], ...]:
    """Return all choices of weapons for a creature: none, each weapon, and every pair."""
    carried = () if one is None else in_order(key for key, item in one.items.items() if item.group in WEAPONS)
    return ((), *((key,) for key in carried), *permutations(carried, 2))


def in_hand(state: CampaignState, one: Creature) -> tuple[str, ...]:
    """Return a creature's ready weapons that may be used together in one roll. Rule: BN-CAMP-89."""
    ready = {key: item for key, item in one.items.items() if item.ready}
    for arms in sorted(weapons_of(replace(one, items=ready)), key=len, reverse=True):
        with suppress(Refusal):
            check_weapons(state, one, arms, fights=True)
            return arms
    return ()


@judge
def ready_item(ctx: CampaignContext, command: ReadyItem) -> None:
    """Put on an item or take it in hand: its die is rolled from now on.

    Rule:    BN-R-003, BN-CAMP-11, BN-CAMP-12
    Refuses: NotKnownHere, NotYours, Helpless, InUse, AsItWas, OneOfAKind
    """
    one = check_may_handle(ctx, command.creature, command.item)
    item = entry_of(one.items, command.item, "item")
    if item.ready:
        raise AsItWas(needs="put away", has=item.id, field="item")
    if worn := worn_already(ctx.state.settings, one.items.values(), item):
        raise OneOfAKind(needs=f"one {item.group}", has=worn, field="item")
    ctx.emit(ItemReadied(creature=one.id, item=item.id))


@judge
def stow_item(ctx: CampaignContext, command: StowItem) -> None:
    """Take off an item or put it away: its die is no longer rolled.

    Rule:    BN-CAMP-11, BN-CAMP-12
    Refuses: NotKnownHere, NotYours, Helpless, InUse, AsItWas
    """
    one = check_may_handle(ctx, command.creature, command.item)
    if not entry_of(one.items, command.item, "item").ready:
        raise AsItWas(needs="ready", has=command.item, field="item")
    ctx.emit(ItemStowed(creature=one.id, item=command.item))


@judge
def drop_item(ctx: CampaignContext, command: DropItem) -> None:
    """Drop an item on the ground. Rule: BN-CAMP-12. Refuses: NotKnownHere, NotYours, Helpless, InUse."""
    one = check_may_handle(ctx, command.creature, command.item)
    entry_of(one.items, command.item, "item")
    beside = one.id if ctx.state.in_combat(one.id) else None
    ctx.emit(lies(ctx.state, one.id, command.item, beside=beside))


@judge
def pick_up_item(ctx: CampaignContext, command: PickUpItem) -> None:
    """Pick up an item from the ground. In a fight, this takes the movement of the round.

    Rule:    BN-EQ-05, BN-R-263, BN-R-265, BN-CAMP-10, BN-CAMP-12, BN-CAMP-67, BN-CAMP-68
    Refuses: NotKnownHere, NotYours, Helpless, InUse, TooManyHere, MovementTaken, LiesElsewhere
    """
    one, fight = check_may_handle(ctx, command.creature), ctx.state.combat
    beside = entry_of(ctx.state.ground, command.item, "item").beside
    check_room(one.items, MAX_ITEMS, "creature")
    if fight and one.id in fight.fighters and fight.fighters[one.id].picked:
        raise MovementTaken(needs="the movement of the round", has=one.id, field="creature")
    if fight and beside and not ctx.leads:
        fighting = {one.id, beside} <= {*fight.fighters}
        if not fighting or not (one.id == beside or reaches(fight, one.id, beside, "melee")):
            raise LiesElsewhere(needs=f"in reach of {beside}", has=one.id, field="creature")
    ctx.emit(ItemPickedUp(creature=one.id, item=command.item))


# ---------------------------------------------------------------- fold


@fold
def _item_readied(state: CampaignState, event: ItemReadied) -> CampaignState:
    return state.item_changed(event.creature, event.item, ready=True)


@fold
def _item_stowed(state: CampaignState, event: ItemStowed) -> CampaignState:
    return state.item_changed(event.creature, event.item, ready=False)


@fold
def _item_picked_up(state: CampaignState, event: ItemPickedUp) -> CampaignState:
    taken = replace(state.ground[event.item], beside=None)
    items = {**state.characters[event.creature].items, event.item: taken}
    found = replace(state.change(event.creature, items=items), ground=without(state.ground, event.item))
    return found.fighter_put(event.creature, picked=True) if found.in_combat(event.creature) else found


# ---------------------------------------------------------------- samples


@samples
def _in_hand(state: CampaignState, seat: str) -> Samples[ReadyItem | StowItem | DropItem]:
    for who in mine(state, seat):
        items = items_of(state, who)
        carried = state.characters[who].items if who in state.characters else {}
        ready = tuple(one for one in items if one in carried and carried[one].ready)
        stowed = tuple(one for one in items if one not in ready)
        yield offer(ReadyItem, creature=who, item=stowed or items[:1])
        yield offer(StowItem, creature=who, item=ready or items[:1])
        yield offer(DropItem, creature=who, item=items)


@samples
def _on_the_ground(state: CampaignState, seat: str) -> Samples[PickUpItem]:
    there = mine(state, seat)
    for who in there if state.ground else there[:1]:
        yield offer(PickUpItem, creature=who, item=some(state.ground))
