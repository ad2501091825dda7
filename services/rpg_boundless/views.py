"""What one seat may see of a campaign."""

from __future__ import annotations

from msgspec import Struct

from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.campaign import (
    CampaignState,
    Character,
    Draft,
    Enemy,
    Fight,
    Hits,
    Pending,
    Pool,
    Prepared,
    Room,
    Signs,
    in_order,
)
from services.rpg_boundless.words import AttackSheet, EnemySheet, ItemSheet
from shared.messages import Seat


class SeenEnemy(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An enemy as a seat sees it: without HP and Attacks where those are the game master's to know."""

    id: str
    name: str
    out: bool = False
    revealed: bool = False
    hp: int | None = None
    max_hp: int | None = None
    armor: int | None = None
    attacks: tuple[AttackSheet, ...] = ()


class SeenPrepared(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A prepared encounter as a seat sees it."""

    id: str
    revealed: bool = False
    what: str | None = None
    enemies: tuple[str, ...] = ()


class SeenStored(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something stored as a seat sees it: players know that it is there."""

    id: str
    enemy: EnemySheet | None = None
    item: ItemSheet | None = None


class CampaignView(Struct, frozen=True, kw_only=True):
    """A campaign as a seat sees it; everything in the order in which it was made."""

    title: str | None
    settings: Settings
    day: int
    characters: tuple[Character, ...]
    drafts: tuple[Draft, ...]
    consequences: tuple[Pending, ...]
    criticals: dict[str, str]
    rooms: tuple[Room, ...]
    recoveries: tuple[Hits, ...]
    experiences: tuple[Hits, ...]
    failures: dict[str, tuple[str, ...]]
    enemies: tuple[SeenEnemy, ...]
    stored: tuple[SeenStored, ...]
    prepared: tuple[SeenPrepared, ...]
    signs: tuple[Signs, ...]
    pools: tuple[Pool, ...]
    fight: Fight | None
    rolls: tuple[str, ...]
    tied: tuple[str, ...]
    annulled: dict[str, str]


def view(state: CampaignState, seat: Seat | None) -> CampaignView:
    """Show a campaign to a seat, or to the app (None).

    Rule:    FB-CAMP-09, FB-POOL-02
    """
    master = seat is None or seat in state.game_masters
    return CampaignView(
        title=state.title,
        settings=state.settings,
        day=state.day,
        characters=tuple(state.characters[one] for one in in_order(state.characters)),
        drafts=tuple(state.drafts[one] for one in in_order(state.drafts)),
        consequences=tuple(state.consequences[one] for one in in_order(state.consequences)),
        criticals=state.criticals,
        rooms=tuple(state.rooms[one] for one in in_order(state.rooms)),
        recoveries=tuple(state.recoveries[one] for one in in_order(state.recoveries)),
        experiences=tuple(state.experiences[one] for one in in_order(state.experiences)),
        failures=state.failures,
        enemies=tuple(_enemy(state.enemies[one], master=master) for one in in_order(state.enemies)),
        stored=_stored(state, master=master),
        prepared=tuple(_prepared(state.prepared[one], master=master) for one in in_order(state.prepared)),
        signs=tuple(state.signs[one] for one in in_order(state.signs)),
        pools=tuple(state.pools[one] for one in in_order(state.pools)),
        fight=state.fight,
        rolls=state.rolls,
        tied=state.tied,
        annulled=state.annulled,
    )


def _enemy(enemy: Enemy, *, master: bool) -> SeenEnemy:
    """Rule: FB-CAMP-09."""
    if enemy.sheet is None or not (master or enemy.revealed):
        return SeenEnemy(id=enemy.id, name=enemy.name, out=enemy.out)
    return SeenEnemy(
        id=enemy.id, name=enemy.name, out=enemy.out, revealed=enemy.revealed,
        hp=enemy.hp, max_hp=enemy.sheet.hp, armor=enemy.armor, attacks=enemy.sheet.attacks,
    )  # fmt: skip


def _prepared(prepared: Prepared, *, master: bool) -> SeenPrepared:
    """Rule: FB-CAMP-09."""
    if not (master or prepared.revealed):
        return SeenPrepared(id=prepared.id)
    return SeenPrepared(
        id=prepared.id, revealed=prepared.revealed, what=prepared.what, enemies=prepared.enemies
    )  # fmt: skip


def _stored(state: CampaignState, *, master: bool) -> tuple[SeenStored, ...]:
    """Rule: FB-CAMP-09, FB-CAMP-10."""
    everything = in_order((*state.stored_enemies, *state.stored_items))
    if not master:
        return tuple(SeenStored(id=one) for one in everything)
    return tuple(
        SeenStored(id=one, enemy=state.stored_enemies.get(one), item=state.stored_items.get(one))
        for one in everything
    )  # fmt: skip
