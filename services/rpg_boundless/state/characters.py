"""How a campaign's characters change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from services.rpg_boundless.events.characters import (
    ArmorRepaired,
    ArmorTakenOff,
    ArmorWorn,
    CampaignOpened,
    Carried,
    CharacterCreated,
    ConditionCleared,
    ConditionGained,
    ConditionWorsened,
    ItemDropped,
    ItemHandedOver,
    ItemOffered,
    ItemPickedUp,
    ItemTaken,
    MaxHpFollowed,
    RoomMade,
    RoomNeeded,
    ScoresRolled,
    SlotsFilled,
)
from services.rpg_boundless.state.campaign import CampaignState, Character, Draft, Held, Room
from services.rpg_boundless.state.fold import changed, counted, last, without
from shared.kernel.stream import SeatOpened

LYING: Final = 100
"""How many of the last Items left on the ground are still there."""


def _seat_opened(state: CampaignState, event: SeatOpened) -> CampaignState:
    return replace(state, roles={**state.roles, event.seat: event.role})


def _campaign_opened(state: CampaignState, event: CampaignOpened) -> CampaignState:
    return replace(state, title=event.title, settings=event.settings)


def _scores_rolled(state: CampaignState, event: ScoresRolled) -> CampaignState:
    draft = Draft(
        id=event.draft, seat=event.seat, name=event.name, items=event.items,
        keepsake=event.keepsake, scores=event.scores,
    )  # fmt: skip
    return replace(counted(state, draft.id), drafts={**state.drafts, draft.id: draft})


def _character_created(state: CampaignState, event: CharacterCreated) -> CampaignState:
    made = Character(
        id=event.character, seat=event.seat, name=event.name, scores=event.scores, maxima=event.scores,
        stamina=event.stamina, hp=event.hp, max_hp=event.hp, items={item.id: item for item in event.items},
    )  # fmt: skip
    state = counted(state, made.id, *made.items)
    drafts = without(state.drafts, event.draft or "")
    return replace(state, characters={**state.characters, made.id: made}, drafts=drafts)


def _item_taken(state: CampaignState, event: ItemTaken) -> CampaignState:
    items = {**state.characters[event.character].items, event.item.id: event.item}
    return changed(counted(state, event.item.id), event.character, items=items)


def _item_dropped(state: CampaignState, event: ItemDropped) -> CampaignState:
    """What is left lies on the ground as it is; only the last things left there are kept in mind."""
    item = state.characters[event.character].items[event.item]
    ground = last({**state.ground, item.id: item}, LYING)
    return replace(_laid_down(state, event.character, item.id), ground=ground)


def _laid_down(state: CampaignState, character: str, item: str) -> CampaignState:
    """Let a character carry and wear an Item no more; no offer of it stands."""
    bearer = state.characters[character]
    worn = tuple(one for one in bearer.worn if one != item)
    state = changed(state, character, items=without(bearer.items, item), worn=worn)
    return replace(state, offers=without(state.offers, item))


def _carried(state: CampaignState, character: str, item: Carried) -> CampaignState:
    return changed(state, character, items={**state.characters[character].items, item.id: item})


def _item_offered(state: CampaignState, event: ItemOffered) -> CampaignState:
    offers = without(state.offers, event.item)
    return replace(state, offers=offers if event.to is None else {**offers, event.item: event.to})


def _item_handed_over(state: CampaignState, event: ItemHandedOver) -> CampaignState:
    item = state.characters[event.character].items[event.item]
    return _carried(_laid_down(state, event.character, item.id), event.to, item)


def _item_picked_up(state: CampaignState, event: ItemPickedUp) -> CampaignState:
    if event.dead is None:
        item = state.ground[event.item]
        state = replace(state, ground=without(state.ground, item.id))
    else:
        item = state.characters[event.dead].items[event.item]
        state = _laid_down(state, event.dead, item.id)
    return _carried(state, event.character, item)


def _armor_worn(state: CampaignState, event: ArmorWorn) -> CampaignState:
    return changed(state, event.character, worn=(*state.characters[event.character].worn, event.item))


def _armor_taken_off(state: CampaignState, event: ArmorTakenOff) -> CampaignState:
    worn = tuple(item for item in state.characters[event.character].worn if item != event.item)
    return changed(state, event.character, worn=worn)


def _armor_repaired(state: CampaignState, event: ArmorRepaired) -> CampaignState:
    items = state.characters[event.character].items
    mended = replace(items[event.item], armor_hp=event.hp)
    return changed(state, event.character, items={**items, event.item: mended})


def _condition_grew(state: CampaignState, event: ConditionGained | ConditionWorsened) -> CampaignState:
    held = state.characters[event.character].conditions
    before = held.get(event.condition, Held(slots=0))
    after = Held(slots=before.slots + event.slots, without=before.without + event.without)
    return changed(state, event.character, conditions={**held, event.condition: after})


def _condition_cleared(state: CampaignState, event: ConditionCleared) -> CampaignState:
    held = without(state.characters[event.character].conditions, event.condition)
    return changed(state, event.character, conditions=held)


def _room_needed(state: CampaignState, event: RoomNeeded) -> CampaignState:
    room = Room(id=event.room, character=event.character, condition=event.condition, slots=event.slots)
    return replace(counted(state, room.id), rooms={**state.rooms, room.id: room})


def _room_made(state: CampaignState, event: RoomMade) -> CampaignState:
    return replace(state, rooms=without(state.rooms, event.room))


def _slots_filled(state: CampaignState, event: SlotsFilled) -> CampaignState:
    return changed(state, event.character, hp=event.hp)


def _max_hp_followed(state: CampaignState, event: MaxHpFollowed) -> CampaignState:
    return changed(state, event.character, max_hp=event.max_hp, hp=event.hp)


FOLDS: Final[Mapping[type, Callable[[Any, Any], Any]]] = {
    SeatOpened: _seat_opened,
    CampaignOpened: _campaign_opened,
    ScoresRolled: _scores_rolled,
    CharacterCreated: _character_created,
    ItemTaken: _item_taken,
    ItemDropped: _item_dropped,
    ItemOffered: _item_offered,
    ItemHandedOver: _item_handed_over,
    ItemPickedUp: _item_picked_up,
    ArmorWorn: _armor_worn,
    ArmorTakenOff: _armor_taken_off,
    ArmorRepaired: _armor_repaired,
    ConditionGained: _condition_grew,
    ConditionWorsened: _condition_grew,
    ConditionCleared: _condition_cleared,
    RoomNeeded: _room_needed,
    RoomMade: _room_made,
    SlotsFilled: _slots_filled,
    MaxHpFollowed: _max_hp_followed,
}
