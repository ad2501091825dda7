"""The view of a campaign for one seat."""

from __future__ import annotations

from msgspec import Struct, convert

from services.rpg_boundless.chapters.items import SLOTS, free
from services.rpg_boundless.state.campaign import CampaignState, Character, Enemy, Hidden, Hits, Prepared, Room
from services.rpg_boundless.state.sheets import Carried
from shared.kernel.campaign.forms import form
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.seen import settings_in_force
from shared.kernel.messages import Seat

from .seen import (
    Chosen,
    SeenCharacter,
    SeenConsequence,
    SeenDraft,
    SeenEnemy,
    SeenFight,
    SeenHidden,
    SeenItem,
    SeenPool,
    SeenPrepared,
    SeenProposal,
    SeenSigns,
    SeenSlots,
    SeenStored,
)


class CampaignView(Struct, frozen=True, kw_only=True):
    """A campaign as one seat sees it. Every field is always present; tuples are in the order of creation."""

    title: str | None
    settings: Chosen
    day: int
    characters: tuple[SeenCharacter, ...]
    drafts: tuple[SeenDraft, ...]
    ground: tuple[SeenItem, ...]
    proposals: tuple[SeenProposal, ...]
    consequences: tuple[SeenConsequence, ...]
    criticals: dict[str, str]
    rooms: tuple[Room, ...]
    recoveries: tuple[Hits, ...]
    experiences: tuple[Hits, ...]
    failures: dict[str, tuple[str, ...]]
    enemies: tuple[SeenEnemy, ...]
    stored: tuple[SeenStored, ...]
    prepared: tuple[SeenPrepared, ...]
    signs: tuple[SeenSigns, ...]
    pools: tuple[SeenPool, ...]
    hidden: tuple[SeenHidden, ...]
    fight: SeenFight | None
    rolls: tuple[str, ...]
    tied: tuple[str, ...]
    annulled: dict[str, str]


def view(state: CampaignState, seat: Seat | None) -> CampaignView:
    """Return the campaign as a seat sees it, or as the app does (None).

    Rule:    FB-CAMP-09, FB-CAMP-18, FB-CAMP-19, FB-POOL-02
    """
    master = seat is None or state.led_by(seat)
    return form(
        CampaignView, state, settings=settings_in_force(state.settings), stored=_stored(state, master=master),
        characters=tuple(_character(state, state.characters[one]) for one in in_order(state.characters)),
        ground=tuple(_item(state.ground[one]) for one in in_order(state.ground)),
        enemies=tuple(_enemy(state.enemies[one], master=master) for one in in_order(state.enemies)),
        prepared=tuple(_prepared(state.prepared[one], master=master) for one in in_order(state.prepared)),
        signs=tuple(SeenSigns(id=one, prepared=state.signs[one].prepared if master else None)
                    for one in in_order(state.signs)),
        hidden=tuple(_hidden(state.hidden[one], master=master) for one in in_order(state.hidden)),
        fight=None if state.fight is None else form(SeenFight, state.fight, turn=state.turn),
    )  # fmt: skip


def _character(state: CampaignState, one: Character) -> SeenCharacter:
    """Rule: FB-CAMP-19, FB-POS-10."""
    items = {
        item.id: _item(item, worn=item.id in one.worn, offered_to=state.offers.get(item.id))
        for item in one.items.values()
    }
    return form(SeenCharacter, one, items=items, slots=SeenSlots(total=SLOTS, used=one.used, free=free(one)))


def _item(item: Carried, *, worn: bool = False, offered_to: str | None = None) -> SeenItem:
    """Rule: FB-CAMP-19, FB-ARM-04."""
    broken = item.sheet.armor is not None and not item.armor_hp
    return form(SeenItem, item, worn=worn, broken=broken, offered_to=offered_to)


def _enemy(enemy: Enemy, *, master: bool) -> SeenEnemy:
    """Rule: FB-CAMP-09."""
    if enemy.sheet is None or not (master or enemy.revealed):
        secret = dict.fromkeys(("hp", "max_hp", "armor", "attacks"))
        return form(SeenEnemy, enemy, revealed=False, **secret)
    return form(SeenEnemy, enemy, max_hp=enemy.sheet.hp, attacks=enemy.sheet.attacks)


def _prepared(prepared: Prepared, *, master: bool) -> SeenPrepared:
    """Rule: FB-CAMP-09."""
    shown = master or prepared.revealed
    return form(SeenPrepared, prepared, **({} if shown else {"revealed": False, "what": None, "enemies": None}))


def _hidden(hidden: Hidden, *, master: bool) -> SeenHidden:
    """Rule: FB-CAMP-18."""
    return form(SeenHidden, hidden if master else Hidden(id=hidden.id, kind=hidden.kind))


def _stored(state: CampaignState, *, master: bool) -> tuple[SeenStored, ...]:
    """Rule: FB-CAMP-09, FB-CAMP-10."""
    enemies, items = (state.stored_enemies, state.stored_items) if master else ({}, {})
    kept = in_order((*state.stored_enemies, *state.stored_items))
    return tuple(
        convert({"id": one, "enemy": enemies.get(one), "item": items.get(one)}, SeenStored, from_attributes=True)
        for one in kept
    )
