"""Slots, Items and Conditions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.commands.characters import (
    ClearCondition,
    DropItem,
    GainCondition,
    MakeRoom,
    TakeItem,
    WorsenCondition,
)
from services.rpg_boundless.events.characters import (
    Carried,
    ConditionCleared,
    ConditionGained,
    ConditionWorsened,
    ItemDropped,
    ItemTaken,
    RoomMade,
    RoomNeeded,
    SlotsFilled,
)
from services.rpg_boundless.refusals import (
    ConditionHeldAlready,
    ConditionNeedsReason,
    ConditionNotHeld,
    DropFreesNothing,
    DropNotNeeded,
    NoRoomForCondition,
    RoomNotMade,
    SlotsFull,
)
from services.rpg_boundless.refusals.table import ArmorIsGiven
from services.rpg_boundless.rules.made_up import check_made_up
from services.rpg_boundless.rules.seats import (
    MAX_CONDITIONS,
    MAX_ITEMS,
    acting,
    check_owns,
    check_room,
    known,
    touched,
)
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.state.campaign import Character
from services.rpg_boundless.words import ItemSheet

SLOTS: Final = BOOK.start.slots
FULL_HP: Final = 1


class Growth(Struct, frozen=True, kw_only=True):
    """A Condition that takes Slots, newly or more of them."""

    condition: str
    slots: int = 1
    tells: type[ConditionGained | ConditionWorsened] = ConditionGained


def free(character: Character) -> int:
    """Give the free Slots. Rule: FB-SLOT-01, FB-SLOT-02, FB-COND-01."""
    return SLOTS - character.used


def carried(telling: Telling, sheet: ItemSheet) -> Carried:
    """Give an Item its id and its Slots; Armor is whole.

    Rule:    FB-SLOT-03, FB-SLOT-04, FB-SLOT-05, FB-ARM-01, FB-R-28
    """
    armor_hp = sheet.armor.hp if sheet.armor else 0
    return Carried(id=telling.new("item"), sheet=sheet, slots=BOOK.size[sheet.size], armor_hp=armor_hp)


def capped(telling: Telling, character: Character, hp: int) -> int:
    """Give HP as full Slots leave them.

    Rule:    FB-SLOT-08, FB-R-09, FB-R-35
    """
    caps = telling.state.settings.slots.full_effect == "cap"
    return min(hp, FULL_HP) if caps and free(character) <= 0 else hp


def settle_full(telling: Telling, character: str) -> None:
    """Let HP drop when the last Slot has just been filled; it is not Damage.

    Rule:    FB-SLOT-08, FB-R-09
    """
    now = telling.character(character)
    if free(now) <= 0 and now.hp > FULL_HP:
        telling.tell(SlotsFilled(character=character, hp=FULL_HP))


def put_in(telling: Telling, character: str, sheet: ItemSheet) -> None:
    """Let a character take up an Item.

    Rule:    FB-SLOT-01, FB-SLOT-05, FB-R-11
    Refuses: SlotsFull, TooManyHere
    """
    item = carried(telling, sheet)
    check_fits(telling, character, item)
    telling.tell(ItemTaken(character=character, item=item))
    if item.slots:
        settle_full(telling, character)


def check_fits(telling: Telling, character: str, item: Carried) -> None:
    """Rule: FB-SLOT-01, FB-SLOT-05, FB-R-11. Refuses: SlotsFull, TooManyHere."""
    bearer = telling.character(character)
    check_room(len(bearer.items), MAX_ITEMS)
    if item.slots > free(bearer):
        raise SlotsFull(needs=item.slots, has=free(bearer), field="item")


def take_item(telling: Telling, command: TakeItem) -> None:
    """Rule: FB-SLOT-02, FB-R-73. Refuses: ArmorIsGiven, and as `check_made_up`."""
    acting(telling, command.character)
    check_made_up(telling, command.item, field="item")
    given = telling.state.settings.items.new_armor == "given"
    if command.item.armor is not None and given and not telling.leads:
        raise ArmorIsGiven(needs="the game master's word", has=command.item.name, field="item")
    put_in(telling, command.character, command.item)


def drop_item(telling: Telling, command: DropItem) -> None:
    """Rule: FB-SLOT-02, FB-SLOT-10, FB-ARM-06."""
    bearer = acting(telling, command.character)
    known(bearer.items, command.item, "item")
    telling.tell(ItemDropped(character=command.character, item=command.item))


# ---------------------------------------------------------------- Conditions


def gain_condition(telling: Telling, command: GainCondition) -> None:
    """Rule: FB-COND-02, FB-COND-03, FB-R-12, FB-R-82. Refuses: ConditionHeldAlready, and as `grow`."""
    bearer = acting(telling, command.character)
    held = bearer.held(command.condition)
    if held is not None and telling.state.settings.conditions.repeat == "ignore":
        raise ConditionHeldAlready(needs="not held", has=held, field="condition")
    if held is None:
        check_room(len(bearer.conditions), MAX_CONDITIONS)
    _grow(telling, bearer, Growth(condition=held or command.condition), command.drop)


def worsen_condition(telling: Telling, command: WorsenCondition) -> None:
    """Rule: FB-COND-07. Refuses: ConditionNotHeld, and as `grow`."""
    bearer = acting(telling, command.character)
    held = _held(bearer, command.condition)
    growth = Growth(condition=held, slots=command.slots, tells=ConditionWorsened)
    _grow(telling, bearer, growth, command.drop)


def make_room(telling: Telling, command: MakeRoom) -> None:
    """Rule: FB-COND-04, FB-R-10."""
    room = known(telling.state.rooms, command.room, "room")
    bearer = touched(telling, room.character)
    check_owns(telling, bearer.seat)
    telling.tell(RoomMade(room=room.id, character=room.character))
    _grow(telling, bearer, Growth(condition=room.condition, slots=room.slots), command.drop)


def _grow(telling: Telling, bearer: Character, growth: Growth, drop: Sequence[str]) -> None:
    """Let a Condition take Slots, with the Items named for it dropped first.

    Rule:    FB-COND-03, FB-COND-04, FB-COND-07, FB-R-10
    Refuses: DropFreesNothing, DropNotNeeded, RoomNotMade, NoRoomForCondition
    """
    slots = growth.slots
    room = free(bearer) + _freed(bearer, drop)
    if drop and free(bearer) >= slots:
        raise DropNotNeeded(needs=slots, has=free(bearer), field="drop")
    if room < slots:
        if _freeing(bearer, drop):
            raise RoomNotMade(needs=slots, has=room, field="drop")
        if telling.state.settings.conditions.overflow == "refuse":
            raise NoRoomForCondition(needs=slots, has=room, field="condition")
    for item in drop:
        telling.tell(ItemDropped(character=bearer.id, item=item))
    _hold(telling, bearer.id, growth)


def _hold(telling: Telling, character: str, growth: Growth) -> None:
    fits = min(growth.slots, max(free(telling.character(character)), 0))
    held = growth.tells(character=character, condition=growth.condition, slots=fits, without=growth.slots - fits)
    telling.tell(held)
    if fits:
        settle_full(telling, character)


def _freeing(bearer: Character, but: Sequence[str] = ()) -> bool:
    """Tell whether an Item that frees a Slot is carried. Rule: FB-R-10."""
    return any(item.slots and item.id not in but for item in bearer.items.values())


def _freed(bearer: Character, drop: Sequence[str]) -> int:
    for item in drop:
        if item not in bearer.items or not bearer.items[item].slots:
            raise DropFreesNothing(needs="an Item that frees a Slot", has=item, field="drop")
    if len(set(drop)) < len(drop):
        raise DropFreesNothing(needs="each Item once", has=tuple(drop), field="drop")
    return sum(bearer.items[item].slots for item in drop)


def afflict(telling: Telling, character: str, condition: str) -> None:
    """Let a Condition that a roll brought take hold; where an Item has to go for it, the naming is asked for.

    Rule:    FB-COND-03, FB-COND-04, FB-R-10, FB-R-12
    """
    bearer = telling.character(character)
    settings = telling.state.settings.conditions
    held = bearer.held(condition)
    if held is not None and settings.repeat == "ignore":
        return
    condition = held or condition
    if free(bearer) > 0 or (settings.overflow == "record_without_slot" and not _freeing(bearer)):
        _hold(telling, character, Growth(condition=condition))
    else:
        telling.tell(RoomNeeded(room=telling.new("room"), character=character, condition=condition, slots=1))


def clear_condition(telling: Telling, command: ClearCondition) -> None:
    """Rule: FB-COND-08. Refuses: ConditionNotHeld, ConditionNeedsReason."""
    bearer = acting(telling, command.character)
    held = _held(bearer, command.condition)
    if command.reason is None:
        raise ConditionNeedsReason(needs="a reason", field="reason")
    telling.tell(ConditionCleared(character=bearer.id, condition=held, reason=command.reason))


def _held(bearer: Character, condition: str) -> str:
    """Give the name under which a Condition is held. Rule: FB-COND-06, FB-R-82. Refuses: ConditionNotHeld."""
    held = bearer.held(condition)
    if held is None:
        raise ConditionNotHeld(needs=condition, has=bearer.hindrances, field="condition")
    return held


def clear_by_rest(telling: Telling, character: str, conditions: Sequence[str]) -> None:
    """Clear the Conditions a rest deals with. Rule: FB-COND-08, FB-R-36. Refuses: ConditionNotHeld."""
    for condition in conditions:
        held = _held(telling.character(character), condition)
        telling.tell(ConditionCleared(character=character, condition=held, reason="rest"))
