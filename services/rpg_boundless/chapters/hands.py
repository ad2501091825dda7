"""Items between characters: handed over, offered and accepted, or picked up from the ground or the dead."""

from __future__ import annotations

from msgspec.structs import replace

from services.rpg_boundless.chapters.items import check_fits, laid_down, settle_full
from services.rpg_boundless.chapters.seats import acting, touched
from services.rpg_boundless.chapters.turns import handle_gear
from services.rpg_boundless.context import CampaignContext, CharacterMove
from services.rpg_boundless.samples import gear_users, items_of, light_first, mine, names
from services.rpg_boundless.state.campaign import CampaignState
from services.rpg_boundless.state.sheets import Carried
from shared.kernel.campaign.keeping import without
from shared.kernel.campaign.samples import NOBODY, some
from shared.kernel.campaign.seats import entry_of
from shared.kernel.chapter import fold, judge, samples
from shared.kernel.messages import Event, Id
from shared.kernel.refusals import Refusal
from shared.kernel.samples import Field, Samples, offer

# ---------------------------------------------------------------- refusals


class NotHandedToOneself(Refusal, rule="FB-SLOT-09"):
    """A character cannot hand an Item to itself: name another character."""


class NotOffered(Refusal, rule="FB-SLOT-09"):
    """This offer is not possible: take or withdraw only an Item that has been offered, and make each offer once."""


class NotLyingThere(Refusal, rule="FB-SLOT-10"):
    """No such Item: name an Item that lies on the ground or belongs to a dead character."""


# ---------------------------------------------------------------- commands


class HandOver(CharacterMove, frozen=True, kw_only=True):
    """Hand an Item to another character, whose player has to accept it if not you. Without `to`, withdraw the offer."""

    character: Id
    item: Id
    to: Id | None = None


class AcceptItem(CharacterMove, frozen=True, kw_only=True):
    """Take an Item that another character offers."""

    character: Id
    item: Id


class PickUp(CharacterMove, frozen=True, kw_only=True):
    """Pick up an Item from the ground, or from a dead character."""

    character: Id
    item: Id


# ---------------------------------------------------------------- events


class ItemOffered(Event, frozen=True, kw_only=True):
    """An Item was offered to another player's character; without `to`, the offer was withdrawn."""

    character: str
    item: str
    to: str | None


class ItemHandedOver(Event, frozen=True, kw_only=True):
    """A character handed an Item to another."""

    character: str
    item: str
    to: str


class ItemPickedUp(Event, frozen=True, kw_only=True):
    """A character picked up an Item from the ground, or from a dead character."""

    character: str
    item: str
    dead: str | None = None


# ---------------------------------------------------------------- judgement


@judge
def hand_over(ctx: CampaignContext, command: HandOver) -> None:
    """Rule: FB-SLOT-09, FB-ARM-06, FB-R-81. Refuses: NotHandedToOneself, NotOffered, SlotsFull."""
    giver = (acting if command.to is None else handle_gear)(ctx, command.character)
    item = entry_of(giver.items, command.item, "item")
    if command.to is None:
        if item.id not in ctx.state.offers:
            raise NotOffered(needs="an offer", has=item.id, field="item")
        ctx.emit(ItemOffered(character=giver.id, item=item.id, to=None))
        return
    if command.to == giver.id:
        raise NotHandedToOneself(needs="another character", has=command.to, field="to")
    taker = touched(ctx, command.to, "to")
    if ctx.leads or taker.seat == ctx.seat:
        _hand(ctx, giver.id, item, taker.id)
    elif ctx.state.offers.get(item.id) == taker.id:
        raise NotOffered(needs="an offer that does not stand yet", has=item.id, field="item")
    else:
        ctx.emit(ItemOffered(character=giver.id, item=item.id, to=taker.id))


@judge
def accept_item(ctx: CampaignContext, command: AcceptItem) -> None:
    """Rule: FB-SLOT-09, FB-R-81. Refuses: NotOffered, SlotsFull."""
    taker = handle_gear(ctx, command.character)
    if ctx.state.offers.get(command.item) != taker.id:
        raise NotOffered(needs="an offer", has=command.item, field="item")
    giver = next(one for one in ctx.state.characters.values() if command.item in one.items)
    touched(ctx, giver.id, "item")
    _hand(ctx, giver.id, giver.items[command.item], taker.id)


def _hand(ctx: CampaignContext, giver: str, item: Carried, taker: str) -> None:
    check_fits(ctx, taker, item)
    ctx.emit(ItemHandedOver(character=giver, item=item.id, to=taker))
    if item.slots:
        settle_full(ctx, taker)


@judge
def pick_up(ctx: CampaignContext, command: PickUp) -> None:
    """Rule: FB-SLOT-10, FB-ARM-06. Refuses: NotLyingThere, SlotsFull."""
    bearer = handle_gear(ctx, command.character)
    item, dead = _lying(ctx, command.item)
    check_fits(ctx, bearer.id, item)
    ctx.emit(ItemPickedUp(character=bearer.id, item=item.id, dead=dead))
    if item.slots:
        settle_full(ctx, bearer.id)


def _lying(ctx: CampaignContext, item: str) -> tuple[Carried, str | None]:
    """Return an Item on the ground or of a dead character, with its owner. Rule: FB-SLOT-10. Refuses: NotLyingThere."""
    if item in ctx.state.ground:
        return ctx.state.ground[item], None
    for one in ctx.state.characters.values():
        if one.status == "dead" and item in one.items:
            return one.items[item], one.id
    raise NotLyingThere(needs="an Item on the ground", has=item, field="item")


# ---------------------------------------------------------------- fold


def _now_carried(state: CampaignState, character: str, item: Carried) -> CampaignState:
    return state.changed(character, items={**state.characters[character].items, item.id: item})


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
def _items_handed(state: CampaignState, seat: str) -> Samples[HandOver]:
    for giver in gear_users(state, seat):
        for taker in (one for one in names(state) if one != giver):
            found = state.characters[giver].items
            free = light_first({one: found[one].slots for one in found if state.offers.get(one) != taker})
            yield offer(HandOver, character=giver, item=free, to=taker)
    for giver in mine(state, seat):
        offered = tuple(item for item in items_of(state, giver) if item in state.offers) or (NOBODY,)
        yield offer(HandOver, character=giver, item=Field(options=offered))


@samples
def _items_accepted(state: CampaignState, _: str) -> Samples[AcceptItem]:
    for item in some(state.offers):
        yield offer(AcceptItem(character=state.offers.get(item, NOBODY), item=item))


@samples
def _items_picked_up(state: CampaignState, seat: str) -> Samples[PickUp]:
    slots = {item.id: item.slots for item in state.ground.values()}
    for one in state.characters.values():
        if one.status == "dead":
            slots |= {item.id: item.slots for item in one.items.values()}
    lying = light_first(slots)
    for who in gear_users(state, seat):
        yield offer(PickUp, character=who, item=lying)
