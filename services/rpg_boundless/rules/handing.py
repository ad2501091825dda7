"""Items between characters: handed over, offered and taken, picked up from the ground and from the dead."""

from __future__ import annotations

from services.rpg_boundless.commands.characters import AcceptItem, HandOver, PickUp
from services.rpg_boundless.events.characters import Carried, ItemHandedOver, ItemOffered, ItemPickedUp
from services.rpg_boundless.refusals.table import NotHandedToOneself, NotLyingThere, NotOffered
from services.rpg_boundless.rules.seats import acting, known, touched
from services.rpg_boundless.rules.slots import check_fits, settle_full
from services.rpg_boundless.rules.telling import Telling


def hand_over(telling: Telling, command: HandOver) -> None:
    """Rule: FB-SLOT-09, FB-ARM-06, FB-R-81. Refuses: NotHandedToOneself, NotOffered, SlotsFull."""
    giver = acting(telling, command.character)
    item = known(giver.items, command.item, "item")
    if command.to is None:
        if item.id not in telling.state.offers:
            raise NotOffered(needs="an offer", has=item.id, field="item")
        telling.tell(ItemOffered(character=giver.id, item=item.id, to=None))
        return
    if command.to == giver.id:
        raise NotHandedToOneself(needs="another character", has=command.to, field="to")
    taker = touched(telling, command.to, "to")
    if telling.leads or taker.seat == telling.seat:
        _hand(telling, giver.id, item, taker.id)
    elif telling.state.offers.get(item.id) == taker.id:
        raise NotOffered(needs="an offer that does not stand yet", has=item.id, field="item")
    else:
        telling.tell(ItemOffered(character=giver.id, item=item.id, to=taker.id))


def accept_item(telling: Telling, command: AcceptItem) -> None:
    """Rule: FB-SLOT-09, FB-R-81. Refuses: NotOffered, SlotsFull."""
    taker = acting(telling, command.character)
    if telling.state.offers.get(command.item) != taker.id:
        raise NotOffered(needs="an offer", has=command.item, field="item")
    giver = next(one for one in telling.state.characters.values() if command.item in one.items)
    touched(telling, giver.id, "item")
    _hand(telling, giver.id, giver.items[command.item], taker.id)


def _hand(telling: Telling, giver: str, item: Carried, taker: str) -> None:
    check_fits(telling, taker, item)
    telling.tell(ItemHandedOver(character=giver, item=item.id, to=taker))
    if item.slots:
        settle_full(telling, taker)


def pick_up(telling: Telling, command: PickUp) -> None:
    """Rule: FB-SLOT-10, FB-ARM-06. Refuses: NotLyingThere, SlotsFull."""
    bearer = acting(telling, command.character)
    item, dead = _lying(telling, command.item)
    check_fits(telling, bearer.id, item)
    telling.tell(ItemPickedUp(character=bearer.id, item=item.id, dead=dead))
    if item.slots:
        settle_full(telling, bearer.id)


def _lying(telling: Telling, item: str) -> tuple[Carried, str | None]:
    """Find an Item on the ground, or with the dead. Rule: FB-SLOT-10. Refuses: NotLyingThere."""
    if item in telling.state.ground:
        return telling.state.ground[item], None
    for one in telling.state.characters.values():
        if one.status == "dead" and item in one.items:
            return one.items[item], one.id
    raise NotLyingThere(needs="an Item on the ground", has=item, field="item")
