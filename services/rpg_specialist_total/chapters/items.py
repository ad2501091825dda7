"""Items: the Keeper gives them to combatants, who ready them, drop them, and pick them up from the ground."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from services.rpg_specialist_total.chapters.combatants import MAX_ITEMS, check_items, new_item
from services.rpg_specialist_total.chapters.states import check_can_act
from services.rpg_specialist_total.chapters.turns import check_ap
from services.rpg_specialist_total.context import CampaignContext
from services.rpg_specialist_total.state.campaign import CampaignState
from services.rpg_specialist_total.state.combatants import Carried, Combatant, NewItem
from shared.kernel.campaign.authority import GameMasterCommand
from shared.kernel.campaign.fights import check_nothing_waits
from shared.kernel.campaign.keeping import last, without
from shared.kernel.campaign.samples import mine, some
from shared.kernel.campaign.seats import check_room, entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Command, Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

MAX_GROUND: Final = 200
"""The maximum number of items on the ground. Beyond it, the oldest item is lost."""

# ---------------------------------------------------------------- refusals


class PartOfTheBody(Refusal, rule="SC-CAMP-35"):
    """This item is part of the body and cannot be dropped: name another item."""


# ---------------------------------------------------------------- commands


class GiveItem(GameMasterCommand, frozen=True, kw_only=True):
    """Give a combatant an item."""

    counts_as = "move"

    character: Id
    item: NewItem


class DropItem(Command, frozen=True, kw_only=True):
    """Drop an item to the ground."""

    counts_as = "move"

    character: Id
    item: Id


# ---------------------------------------------------------------- events


class ItemGiven(Event, frozen=True, kw_only=True):
    """The Keeper gave a combatant an item."""

    character: str
    item: Carried


class ItemReadied(Event, frozen=True, kw_only=True):
    """A carried item was drawn, nocked or loaded."""

    character: str
    item: str


class ItemDropped(Event, frozen=True, kw_only=True):
    """An item left its owner's hands and fell to the ground."""

    character: str
    item: str


class ItemTakenUp(Event, frozen=True, kw_only=True):
    """A combatant picked up an item from the ground."""

    character: str
    item: str


# ---------------------------------------------------------------- judgement


def item_of(one: Combatant, item: str, field: str = "item") -> Carried:
    """Return an item that a combatant carries. Rule: AR-CAMP-05. Refuses: NotKnownHere."""
    return entry_of(one.items, item, field)


def bodily(state: CampaignState, item: Carried) -> bool:
    """Return whether a weapon is part of the body. Rule: SC-CAMP-35."""
    return item.kind == "weapon" and state.weapons[item.name].reach == "unarmed"


def at_hand(state: CampaignState, item: Carried) -> bool:
    """Return whether an item is ready for use. Parts of the body always are. Rule: SC-CAMP-56."""
    return item.ready or (state.amended and bodily(state, item))


def check_falls(ctx: CampaignContext, item: Carried, field: str) -> None:
    """Refuse to drop an item that is part of the body. Rule: SC-CAMP-35. Refuses: PartOfTheBody."""
    if bodily(ctx.state, item):
        raise PartOfTheBody(needs="an item that can be dropped", has=item.name, field=field)


@judge
def give_item(ctx: CampaignContext, command: GiveItem) -> None:
    """Give a combatant an item.

    Rule:    SC-CAMP-04, SC-CAMP-57, SC-R-85
    Refuses: NotKnownHere, AnswerFirst, TooManyHere
    """
    one = ctx.character(command.character)
    if ctx.state.amended:
        check_nothing_waits(ctx.state)
    check_items(ctx, (command.item,), "item")
    check_room(one.items, MAX_ITEMS)
    ctx.emit(ItemGiven(character=one.id, item=new_item(ctx, command.item)))


@judge
def drop_item(ctx: CampaignContext, command: DropItem) -> None:
    """Drop an item to the ground.

    Rule:    SC-CAMP-04, SC-R-68
    Refuses: PartOfTheBody, NotYours, CannotAct, AnswerFirst, NotYourTurn
    """
    one = ctx.own(command.character)
    check_falls(ctx, item_of(one, command.item), "item")
    if ctx.leads and one.dead:  # the dead never have a turn
        check_nothing_waits(ctx.state)
    else:
        if not ctx.leads:  # the Keeper may drop an item of a combatant that cannot act
            check_can_act(ctx, one.id)
        check_ap(ctx, one.id, 0, "movement")
    ctx.emit(ItemDropped(character=one.id, item=command.item))


# ---------------------------------------------------------------- fold


@fold
def _item_given(state: CampaignState, event: ItemGiven) -> CampaignState:
    items = {**state.characters[event.character].items, event.item.id: event.item}
    return state.raise_counter(event.item.id).change(event.character, items=items)


@fold
def _item_readied(state: CampaignState, event: ItemReadied) -> CampaignState:
    kind = state.characters[event.character].items[event.item].kind
    return state.item_changed(event.character, event.item, ready=kind != "ammunition")


@fold
def _item_dropped(state: CampaignState, event: ItemDropped) -> CampaignState:
    items = state.characters[event.character].items
    ground = last({**state.ground, event.item: replace(items[event.item], ready=False)}, MAX_GROUND)
    return replace(state.change(event.character, items=without(items, event.item)), ground=ground)


@fold
def _item_taken_up(state: CampaignState, event: ItemTakenUp) -> CampaignState:
    item = state.ground[event.item]
    taken = replace(item, ready=item.kind != "ammunition")
    items = {**state.characters[event.character].items, item.id: taken}
    return replace(state.change(event.character, items=items), ground=without(state.ground, event.item))


# ---------------------------------------------------------------- samples


def carried_by(state: CampaignState, who: str) -> tuple[str, ...]:
    """Return the items that a combatant can drop, or an unknown id if there are none."""
    items = state.characters[who].items if who in state.characters else {}
    return some(one for one in items if not bodily(state, items[one]))


@samples
def _given(state: CampaignState, _: str) -> Samples[GiveItem]:
    there, arrows = some(state.characters), NewItem(kind="ammunition", name="arrow")
    item = Field(schema="NewItem")
    yield offer(GiveItem(character=there[0], item=arrows), character=there, item=item)


@samples
def _dropped(state: CampaignState, seat: str) -> Samples[DropItem]:
    for who in mine(state, seat):
        items = carried_by(state, who)
        yield offer(DropItem, character=who, item=items)
