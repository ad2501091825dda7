"""Things in hand: readied and stowed, dropped, thrown and picked up, and the weapons of a roll."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from services.bones.chapters.items import MAX_ITEMS, ItemLost, carried, check_may_handle, worn_already
from services.bones.context import CampaignContext
from services.bones.faces import parts
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Creature
from shared.kernel.campaign.keeping import without
from shared.kernel.campaign.samples import mine, some
from shared.kernel.campaign.seats import check_once, check_room, known
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Samples, offer

WEAPONS: Final = ("melee weapon", "missile weapon")
TWO_WEAPONS: Final = 2

# ---------------------------------------------------------------- refusals


class OneOfAKind(Refusal, rule="BN-R-003"):
    """One shield and one suit of armor are worn at a time; another has to be put away first."""


class OneWeapon(Refusal, rule="BN-R-003"):
    """A roll takes one weapon; a second takes a die left with Two Weapon, and no shield on the arm."""


class NotAtHand(Refusal, rule="BN-EQ-01"):
    """What is rolled along has to be a weapon that is ready, worn or in the hand."""


class BothHandsFull(Refusal, rule="BN-R-004"):
    """In this campaign a weapon for two hands, or a bow, is not used with a shield on the arm."""


class AsItWas(Refusal, rule="BN-CAMP-11"):
    """It is so already."""


# ---------------------------------------------------------------- commands


class ReadyItem(Command, frozen=True, kw_only=True):
    """Put something on, or take it in hand: its die is rolled from now on."""

    creature: Id
    item: Id


class StowItem(Command, frozen=True, kw_only=True):
    """Take something off, or put it away: its die is rolled no more."""

    creature: Id
    item: Id


class DropItem(Command, frozen=True, kw_only=True):
    """Let something fall to the ground."""

    creature: Id
    item: Id


class PickUpItem(Command, frozen=True, kw_only=True):
    """Take up something that lies on the ground."""

    creature: Id
    item: Id


# ---------------------------------------------------------------- events


class ItemReadied(Event, frozen=True, kw_only=True):
    """Something is worn, held or in hand."""

    creature: str
    item: str


class ItemStowed(Event, frozen=True, kw_only=True):
    """Something is put away."""

    creature: str
    item: str


class ItemPickedUp(Event, frozen=True, kw_only=True):
    """Something that lay on the ground was taken up."""

    creature: str
    item: str


# ---------------------------------------------------------------- judgement


def check_weapons(state: CampaignState, one: Creature, weapons: tuple[str, ...], field: str) -> None:
    """Hold the weapons of one roll to what may be used together.

    Rule:    BN-EQ-01, BN-R-003, BN-R-004, BN-MAST-23
    Refuses: NamedTwice, NotAtHand, OneWeapon, BothHandsFull
    """
    check_once(weapons, field)
    tasks, items = state.settings.tasks, [one.items.get(weapon) for weapon in weapons]
    if any(item is None or item.group not in WEAPONS or not item.ready for item in items):
        raise NotAtHand(needs="a weapon that is ready", has=weapons, field=field)
    shields = tuple(item.id for item in one.items.values() if item.ready and item.group == "shield")
    two = any(part.name == "Melee:Two Weapon" for die in one.left for face in die.faces for part in parts(face))
    bound = len(weapons) > 1 and tasks.item_dice_per_roll != "gm_decides"
    if bound and (len(weapons) > TWO_WEAPONS or not two or shields):
        raise OneWeapon(needs="one weapon", has=weapons, field=field)
    if tasks.two_hands_exclude_shield and shields and any(item and item.two_handed for item in items):
        raise BothHandsFull(needs="no shield", has=shields, field=field)


@judge
def ready_item(ctx: CampaignContext, command: ReadyItem) -> None:
    """Rule: BN-R-003, BN-CAMP-11, BN-CAMP-12. Refuses: NotKnownHere, NotYours, Helpless, InUse, AsItWas, OneOfAKind."""
    one = check_may_handle(ctx, command.creature, command.item)
    item = known(one.items, command.item, "item")
    if item.ready:
        raise AsItWas(needs="put away", has=item.id, field="item")
    if worn := worn_already(ctx.state.settings, one.items.values(), item):
        raise OneOfAKind(needs=f"one {item.group}", has=worn, field="item")
    ctx.emit(ItemReadied(creature=one.id, item=item.id))


@judge
def stow_item(ctx: CampaignContext, command: StowItem) -> None:
    """Rule: BN-CAMP-11, BN-CAMP-12. Refuses: NotKnownHere, NotYours, Helpless, InUse, AsItWas."""
    one = check_may_handle(ctx, command.creature, command.item)
    if not known(one.items, command.item, "item").ready:
        raise AsItWas(needs="ready", has=command.item, field="item")
    ctx.emit(ItemStowed(creature=one.id, item=command.item))


@judge
def drop_item(ctx: CampaignContext, command: DropItem) -> None:
    """Rule: BN-CAMP-12. Refuses: NotKnownHere, NotYours, Helpless, InUse."""
    one = check_may_handle(ctx, command.creature, command.item)
    known(one.items, command.item, "item")
    ctx.emit(ItemLost(creature=one.id, item=command.item, to_ground=True))


@judge
def pick_up_item(ctx: CampaignContext, command: PickUpItem) -> None:
    """Rule: BN-EQ-05, BN-CAMP-10, BN-CAMP-12. Refuses: NotKnownHere, NotYours, Helpless, InUse, TooManyHere."""
    one = check_may_handle(ctx, command.creature)
    known(ctx.state.ground, command.item, "item")
    check_room(one.items, MAX_ITEMS, "creature")
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
    items = {**state.characters[event.creature].items, event.item: state.ground[event.item]}
    return replace(state.changed(event.creature, items=items), ground=without(state.ground, event.item))


# ---------------------------------------------------------------- samples


@samples
def _in_hand(state: CampaignState, seat: str) -> Samples[ReadyItem | StowItem | DropItem]:
    for who in mine(state, seat):
        items = carried(state, who)
        for kind in (ReadyItem, StowItem, DropItem):
            yield offer(kind, creature=who, item=items)


@samples
def _on_the_ground(state: CampaignState, seat: str) -> Samples[PickUpItem]:
    for who in mine(state, seat):
        yield offer(PickUpItem, creature=who, item=some(state.ground))
