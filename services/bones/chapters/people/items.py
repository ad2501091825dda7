"""Items: the starting equipment, giving and taking items, and when a creature may change what it carries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from services.bones.catalogue import ItemKind
from services.bones.chapters.people.campaign import catalogue, item_kind
from services.bones.context import CampaignContext
from services.bones.reading import printed, reported
from services.bones.settings import Settings
from services.bones.state.campaign import CampaignState
from services.bones.state.creatures import Count, Creature, Item
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import AnswerFirst
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order, last, without
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import check_leads, check_room, entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id, Line
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

MAX_ITEMS: Final = 40
MAX_GROUND: Final = 200
"""The maximum number of items on the ground.

If one more falls, the item that entered the campaign first is lost.
"""
DICED: Final = ("melee weapon", "missile weapon", "shield", "armor")
WORN_ONCE: Final = ("shield", "armor")

Things: TypeAlias = Annotated[tuple[Line, ...], Meta(max_length=MAX_ITEMS)]

# ---------------------------------------------------------------- refusals


class DieNeeded(Refusal, rule="BN-EQ-03"):
    """The catalogue has no die for this item: choose another item, or have its six faces added with LoadData."""


class EquipmentAgreed(Refusal, rule="BN-CI-27"):
    """The starting equipment has already been agreed: ask the game master to give further items with GiveItem."""


class NotReady(Refusal, rule="BN-CI-27", bars="value"):
    """The character is not ready to play: agree on its starting equipment with the game master."""


class InUse(Refusal, rule="BN-CAMP-12", bars="value"):
    """A roll, wound, fall, task or declaration is open: finish it before the creature changes what it carries."""


class Helpless(Refusal, rule="BN-DMG-02"):
    """The creature has no dice left, so it cannot handle its items: ask the game master to handle them."""


class HordeHasNothing(Refusal, rule="BN-HORDE-02", bars="value"):
    """This creature is a horde, and hordes have no items: name a single creature."""


# ---------------------------------------------------------------- commands


class AgreeEquipment(Command, frozen=True, kw_only=True):
    """Agree on the starting equipment of a character. A player can only propose this command.

    Items are worn or held where possible. If `items` is left out, the character receives the items that its player
    asked for.
    """

    counts_as = "answer"

    creature: Id
    items: Things | None = None
    coins: Count = 0


class GiveItem(GameMasterCommand, frozen=True, kw_only=True):
    """Give a creature an item, by its name in the catalogue."""

    counts_as = "move"

    creature: Id
    item: Line


class TakeItem(GameMasterCommand, frozen=True, kw_only=True):
    """Take an item from a creature for good: it is used up, stolen, broken or sold."""

    counts_as = "move"

    creature: Id
    item: Id
    reason: Line


class SetCoins(GameMasterCommand, frozen=True, kw_only=True):
    """Set the coins of a creature."""

    counts_as = "referee"

    creature: Id
    coins: Count
    reason: Line


# ---------------------------------------------------------------- events


class ItemGiven(Event, frozen=True, kw_only=True):
    """A creature gained an item. Rule: BN-EQ-01, BN-CAMP-28."""

    creature: str
    item: Item


class ItemLost(Event, frozen=True, kw_only=True, omit_defaults=True):
    """A creature lost an item, which fell to the ground or is gone for good.

    In a fight, `beside` names the fighter next to whom the item lies. `seen` shows the item if the creature's items
    were hidden from players.

    Rule: BN-EQ-05, BN-EQ-14
    """

    creature: str
    item: str
    to_ground: bool = False
    reason: str | None = None
    beside: str | None = None
    seen: Item | None = None


class EquipmentSettled(Event, frozen=True, kw_only=True):
    """A character's starting equipment is agreed, so the character may now play."""

    creature: str


class CoinsSet(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The coins of a creature were set. Rule: BN-R-308."""

    creature: str
    coins: int
    reason: str | None = None


# ---------------------------------------------------------------- judgement


def new_item(ctx: CampaignContext, name: str, field: str = "item") -> Item:
    """Return a new item from the catalogue with its own id. The item is neither worn nor in hand.

    Rule:    BN-EQ-01, BN-EQ-03, BN-EQ-10, BN-R-206
    Refuses: NotKnownHere, DieNeeded
    """
    return made_of(ctx, kind_of(ctx.state, name, field))


def made_of(ctx: CampaignContext, kind: ItemKind) -> Item:
    """Return a new item of this kind with its own id."""
    return form(Item, kind, id=ctx.new_id("item"))


def kind_of(state: CampaignState, name: str, field: str) -> ItemKind:
    """Return a kind of item, adjusted by the settings. Rule: BN-EQ-03. Refuses: NotKnownHere, DieNeeded."""
    kind = printed.item(state, item_kind(state, name, field))
    if kind.group in DICED and kind.faces is None:
        raise DieNeeded(needs="six faces", has=name, field=field)
    return kind


def equip(ctx: CampaignContext, names: Iterable[str]) -> tuple[Item, ...]:
    """Return new items with these names, and wear or hold as many of them as can be used together.

    Rule:    BN-R-003
    Refuses: the refusals of `new_item`
    """
    return worn_together(ctx.state.settings, (new_item(ctx, name, "items") for name in names))


def worn_together(settings: Settings, items: Iterable[Item]) -> tuple[Item, ...]:
    """Return all items, with those that can be used together marked as worn or held. Earlier items have precedence.

    Rule: BN-R-003
    """
    found: list[Item] = []
    for new in items:
        found.append(replace(new, ready=not worn_already(settings, found, new)))
    return tuple(found)


def things_of(state: CampaignState, names: Iterable[str]) -> tuple[Item, ...]:
    """Return the items that `equip` would return, but number them from 1 and do not record them.

    Refuses: the refusals of `kind_of`
    """
    made = (form(Item, kind_of(state, name, "items"), id=f"item-{n}") for n, name in enumerate(names, 1))
    return worn_together(state.settings, made)


def worn_already(settings: Settings, items: Iterable[Item], new: Item) -> tuple[str, ...]:
    """Return the worn items that must be put away before the new one can be worn. Rule: BN-R-003."""
    if settings.tasks.item_dice_per_roll == "gm_decides" or new.group not in WORN_ONCE:
        return ()
    return tuple(one.id for one in items if one.ready and one.group == new.group and one.id != new.id)


def check_may_handle(ctx: CampaignContext, who: str, item: str | None = None) -> Creature:
    """Check that a creature's items may be changed now, and return the creature.

    Rule:    BN-CAMP-12, BN-CAMP-174, BN-DMG-02, BN-HORDE-02
    Refuses: NotKnownHere, NotYours, HordeHasNothing, Helpless, InUse
    """
    one, state = ctx.own(who, "creature"), ctx.state
    if one.kind == "horde":
        raise HordeHasNothing(needs="one creature", has=who, field="creature")
    if one.down and not ctx.leads:
        raise Helpless(needs="a die left", has=who, field="creature")
    waits = [roll.id for roll in state.rolls.values() if roll.creature == who]
    waits += [one.id for kind in (state.wounds, state.falls) for one in kind.values() if one.creature == who]
    fighter = state.combat.fighters.get(who) if state.combat else None
    if state.combat and fighter and (fighter.declared or state.combat.stage != "declaring"):
        waits.append(state.combat.id)
    waits += map(reported.id_of, reported.waiting_for_faces(state, who) if state.amended else ())
    used = [task.id for task in state.tasks.values() if task.creature == who and item in task.weapons]
    if waits or used:
        field = "creature" if waits else "item"
        raise InUse(needs="no open question", has=in_order({*waits, *used}), field=field)
    return one


def lies(state: CampaignState, who: str, item: str, *, beside: str | None) -> ItemLost:
    """Return an event that records that an item fell to the ground.

    If players do not see the creature's items, the event shows them the fallen item.
    """
    one = state.characters[who]
    seen = one.items[item] if "items" in one.closed else None
    return ItemLost(creature=who, item=item, to_ground=True, beside=beside, seen=seen)


def check_ready(one: Creature, field: str) -> None:
    """Check that a character's starting equipment is agreed. Rule: BN-CI-27. Refuses: NotReady."""
    if not one.ready:
        raise NotReady(needs="AgreeEquipment", has=one.id, field=field)


def check_answered(state: CampaignState, who: str, field: str, *, falling: bool = False) -> None:
    """Refuse new items or dice for a creature that has an unsettled wound, healing or fall.

    With `falling`, an unsettled fall does not count.

    Rule:    BN-CAMP-25
    Refuses: AnswerFirst
    """
    if waits := open_questions(state, who, falling=falling):
        raise AnswerFirst(needs=waits, has=who, field=field)


def open_questions(state: CampaignState, who: str, *, falling: bool = False) -> tuple[str, ...]:
    """Return the ids of a creature's unsettled wounds and healings and, unless `falling` is set, of its falls.

    Rule: BN-CAMP-25
    """
    kinds: tuple[Mapping[str, Any], ...] = (state.wounds, state.healings, {} if falling else state.falls)
    return in_order(key for kind in kinds for key, one in kind.items() if one.creature == who)


@judge
def agree_equipment(ctx: CampaignContext, command: AgreeEquipment) -> None:
    """Agree on the starting equipment of a character. A player can only propose this command.

    Rule:    BN-CI-27, BN-CAMP-88, BN-R-205
    Refuses: OnlyTheGameMaster, NotKnownHere, EquipmentAgreed, DieNeeded, TooManyHere
    """
    check_leads(ctx)
    one = check_may_handle(ctx, command.creature)
    if one.ready:
        raise EquipmentAgreed(needs="not agreed yet", has=one.id, field="creature")
    names = one.asked if command.items is None else command.items
    check_room(one.items, MAX_ITEMS, "items", more=len(names))
    for item in equip(ctx, names):
        ctx.emit(ItemGiven(creature=one.id, item=item))
    if command.coins:
        ctx.emit(CoinsSet(creature=one.id, coins=command.coins))
    ctx.emit(EquipmentSettled(creature=one.id))


@judge
def give_item(ctx: CampaignContext, command: GiveItem) -> None:
    """Give a creature an item, by its name in the catalogue.

    Rule:    BN-EQ-01, BN-CAMP-10
    Refuses: NotKnownHere, HordeHasNothing, DieNeeded, TooManyHere
    """
    one = ctx.character(command.creature, "creature")
    if one.kind == "horde":
        raise HordeHasNothing(needs="one creature", has=one.id, field="creature")
    check_room(one.items, MAX_ITEMS, "creature")
    ctx.emit(ItemGiven(creature=one.id, item=new_item(ctx, command.item)))


@judge
def take_item(ctx: CampaignContext, command: TakeItem) -> None:
    """Take an item from a creature for good. Rule: BN-CAMP-12. Refuses: NotKnownHere, InUse."""
    one = check_may_handle(ctx, command.creature, command.item)
    entry_of(one.items, command.item, "item")
    ctx.emit(ItemLost(creature=one.id, item=command.item, reason=command.reason))


@judge
def set_coins(ctx: CampaignContext, command: SetCoins) -> None:
    """Set the coins of a creature. Rule: BN-CI-27, BN-R-205. Refuses: NotKnownHere."""
    one = ctx.character(command.creature, "creature")
    ctx.emit(CoinsSet(creature=one.id, coins=command.coins, reason=command.reason))


# ---------------------------------------------------------------- fold


@fold
def _item_given(state: CampaignState, event: ItemGiven) -> CampaignState:
    items = {**state.characters[event.creature].items, event.item.id: event.item}
    return state.raise_counter(event.item.id).change(event.creature, items=items)


@fold
def _item_lost(state: CampaignState, event: ItemLost) -> CampaignState:
    items = state.characters[event.creature].items
    left = state.change(event.creature, items=without(items, event.item))
    thing = items.get(event.item, event.seen)
    if not event.to_ground or thing is None:
        return left
    there = {**state.ground, event.item: replace(thing, ready=False, beside=event.beside)}
    return replace(left, ground=last(there, MAX_GROUND))


@fold
def _equipment_settled(state: CampaignState, event: EquipmentSettled) -> CampaignState:
    return state.change(event.creature, ready=True, asked=())


@fold
def _coins_set(state: CampaignState, event: CoinsSet) -> CampaignState:
    return state.change(event.creature, coins=event.coins)


# ---------------------------------------------------------------- samples

COINS: Final = Field(least=0, most=1_000_000)


def items_of(state: CampaignState, who: str) -> tuple[str, ...]:
    """Return the ids of a creature's items for a sample command, or a made-up id if it has no items."""
    return some(state.characters[who].items if who in state.characters else ())


@samples
def _agreed(state: CampaignState, _: str) -> Samples[AgreeEquipment]:
    for who in some(key for key, one in state.characters.items() if not one.ready):
        room = max(0, MAX_ITEMS - len(state.characters[who].items)) if who in state.characters else 0
        names = Field(options=tuple(catalogue(state, "items")))
        things = Field(items=names, least=0, most=room, repeats=True, ordered=True)
        asked = who in state.characters and state.characters[who].asked
        for items in (None, ()) if asked else (None,):
            yield offer(AgreeEquipment, creature=who, items=(items, things), coins=COINS)


@samples
def _given(state: CampaignState, _: str) -> Samples[GiveItem]:
    yield offer(GiveItem, creature=some(state.characters), item=tuple(catalogue(state, "items")))


@samples
def _taken(state: CampaignState, _: str) -> Samples[TakeItem]:
    for who in some(state.characters):
        yield offer(TakeItem, creature=who, item=items_of(state, who), reason=("it is used up", TEXT))


@samples
def _paid(state: CampaignState, _: str) -> Samples[SetCoins]:
    yield offer(SetCoins, creature=some(state.characters), coins=COINS, reason=("so it is paid", TEXT))
