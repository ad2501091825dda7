"""Enemies, stored stat blocks and stored Items, and the facts about enemies that players know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Final, TypeAlias

from msgspec.structs import replace

from services.rpg_boundless.chapters.items import put_in
from services.rpg_boundless.chapters.seats import MAX_ENEMIES, MAX_STORED, RevealedAlready, available
from services.rpg_boundless.context import CampaignContext
from services.rpg_boundless.samples import CHARM, ITEM, names
from services.rpg_boundless.settings import Settings
from services.rpg_boundless.state.campaign import CampaignState, Enemy
from services.rpg_boundless.state.sheets import AttackSheet, EnemySheet, ItemSheet
from shared.kernel.campaign.authority import GameMasterCommand, GameMasterMove
from shared.kernel.campaign.dealing import contents
from shared.kernel.campaign.keeping import value_of_secret
from shared.kernel.campaign.samples import some
from shared.kernel.campaign.seats import NamedTwice, check_room, entry_of, key_of, there_are
from shared.kernel.chapter import fold, judge, judge_given, samples
from shared.kernel.messages import Event, Id, Line, Secret
from shared.kernel.refusals import Refusal
from shared.kernel.samples import TEXT, Field, Samples, offer

# ---------------------------------------------------------------- refusals


class AttackWithoutEffect(Refusal, rule="FB-ENEMY-03"):
    """The Attack does nothing: give it a Damage Rating or an effect."""


class EnemyArmorNotPlayed(Refusal, rule="FB-R-52"):
    """Enemies have no Armor in this campaign: leave Armor out."""


class AttackNamedTwice(Refusal, rule="FB-ENEMY-02"):
    """Two Attacks of the enemy have the same name: give each Attack its own name."""


class StatBlockUnclear(Refusal, rule="FB-CAMP-10"):
    """You gave no stat block, or two of them: name a stored stat block or send a new one, but not both."""


# ---------------------------------------------------------------- commands


class StoreEnemy(GameMasterCommand, frozen=True, kw_only=True):
    """Store an enemy's stat block in secret."""

    counts_as = "aside"
    hides: ClassVar[tuple[str, ...]] = ("sheet",)

    sheet: EnemySheet


class StoreItem(GameMasterCommand, frozen=True, kw_only=True):
    """Store an Item in secret."""

    counts_as = "aside"
    hides: ClassVar[tuple[str, ...]] = ("item",)

    item: ItemSheet


class ForgetStored(GameMasterCommand, frozen=True, kw_only=True):
    """Remove a stored stat block or Item."""

    counts_as = "aside"

    stored: Id


class GiveItem(GameMasterMove, frozen=True, kw_only=True):
    """Give a character a copy of a stored Item."""

    stored: Id
    character: Id


class BringEnemy(GameMasterMove, frozen=True, kw_only=True):
    """Add an enemy to the scene, from a stored stat block or a new one. Players see only its name.

    With `name`, they see this name instead of the one on the stat block, even after the enemy is revealed.
    """

    hides: ClassVar[tuple[str, ...]] = ("sheet",)

    stored: Id | None = None
    sheet: EnemySheet | None = None
    name: Line | None = None


class RevealEnemy(GameMasterMove, frozen=True, kw_only=True):
    """Reveal an enemy's HP and Attacks to the players."""

    enemy: Id


class SendEnemyAway(GameMasterMove, frozen=True, kw_only=True):
    """Remove an enemy from the scene."""

    enemy: Id


# ---------------------------------------------------------------- events


Left: TypeAlias = tuple[int, int]
"""The remaining HP and Armor HP of an enemy."""


class EnemyStored(Event, frozen=True, kw_only=True):
    """An enemy's stat block was stored."""

    stored: str
    sheet: Secret[EnemySheet]


class ItemStored(Event, frozen=True, kw_only=True):
    """An Item was stored."""

    stored: str
    item: Secret[ItemSheet]


class StoredForgotten(Event, frozen=True, kw_only=True):
    """A stored stat block or Item was removed."""

    stored: str


class EnemyAppeared(Event, frozen=True, kw_only=True):
    """An enemy appeared. Only game masters know its HP and Attacks."""

    reveals = True  # the enemy may have been prepared in secret

    enemy: str
    name: str
    sheet: Secret[EnemySheet]


class EnemyRevealed(Event, frozen=True, kw_only=True):
    """An enemy's HP and Attacks were revealed.

    The stat block has the name that players know. In campaigns opened before version 2 of the rules, it has its own
    name.
    """

    reveals = True

    enemy: str
    sheet: EnemySheet
    hp: int
    armor: int


class EnemyLeft(Event, frozen=True, kw_only=True):
    """An enemy left the scene."""

    enemy: str


class EnemyHurt(Event, frozen=True, kw_only=True):
    """An enemy took Damage. `left` is the HP and Armor HP that remain."""

    enemy: str
    damage: int
    left: Left | Secret[Left]


class EnemyTakenOut(Event, frozen=True, kw_only=True):
    """An enemy has 0 HP and is out of the fight."""

    reveals = True

    enemy: str


# ---------------------------------------------------------------- judgement


def sheet_faults(settings: Settings, sheet: EnemySheet, *, amended: bool = True) -> Iterator[Refusal]:
    """Yield a refusal for each fault of a stat block under the rules and the settings of a campaign.

    Rule:    FB-ENEMY-02, FB-ENEMY-03, FB-CAMP-30, FB-CAMP-32, FB-R-52
    """
    names = tuple(attack.name for attack in sheet.attacks)
    if len({key_of(name) if amended else name for name in names}) < len(names):
        yield AttackNamedTwice(needs="each name once", has=names, field="sheet")
    for attack in sheet.attacks:
        if attack.damage is None and attack.effect is None and not attack.conditions:
            yield AttackWithoutEffect(needs="a Damage Rating or an effect", has=attack.name, field="sheet")
        if amended and len({*map(key_of, attack.conditions)}) < len(attack.conditions):
            yield NamedTwice(needs="each once", has=attack.conditions, field="sheet")
    if sheet.armor and not settings.enemies.armor:
        yield EnemyArmorNotPlayed(needs=0, has=sheet.armor, field="sheet")


def check_sheet(ctx: CampaignContext, sheet: EnemySheet) -> None:
    """Check that a stat block follows the rules and the campaign's settings.

    Rule:    FB-ENEMY-02, FB-ENEMY-03, FB-CAMP-30, FB-CAMP-32, FB-R-52
    Refuses: AttackNamedTwice, AttackWithoutEffect, NamedTwice, EnemyArmorNotPlayed
    """
    for fault in sheet_faults(ctx.state.settings, sheet, amended=ctx.state.amended):
        raise fault


@judge
def store_enemy(ctx: CampaignContext, command: StoreEnemy) -> None:
    """Store an enemy's stat block. Rule: FB-CAMP-10."""
    check_room((*ctx.state.stored_enemies, *ctx.state.stored_items), MAX_STORED)
    check_sheet(ctx, command.sheet)
    ctx.emit(EnemyStored(stored=ctx.new_id("stored"), sheet=ctx.secret(command.sheet)))


@judge
def store_item(ctx: CampaignContext, command: StoreItem) -> None:
    """Store an Item. Rule: FB-CAMP-10."""
    check_room((*ctx.state.stored_enemies, *ctx.state.stored_items), MAX_STORED)
    ctx.emit(ItemStored(stored=ctx.new_id("stored"), item=ctx.secret(command.item)))


@judge
def forget_stored(ctx: CampaignContext, command: ForgetStored) -> None:
    """Remove a stored stat block or Item. Rule: FB-CAMP-10."""
    entry_of({**ctx.state.stored_enemies, **ctx.state.stored_items}, command.stored, "stored")
    ctx.emit(StoredForgotten(stored=command.stored))


@judge
def give_item(ctx: CampaignContext, command: GiveItem) -> None:
    """Give a copy of a stored Item to a character. Rule: FB-CAMP-10, AR-FORK-14. Refuses: ClosedOnThisFork."""
    item = entry_of(ctx.state.stored_items, command.stored, "stored")
    available(ctx, command.character)
    item = contents(item, command.stored, "stored")
    put_in(ctx, command.character, item)


@judge
def bring_enemy(ctx: CampaignContext, command: BringEnemy) -> None:
    """Add an enemy to the scene, from a stored stat block or a new one.

    Rule:    FB-ENEMY-01, FB-CAMP-09, FB-CAMP-10, AR-FORK-14
    Refuses: StatBlockUnclear, ClosedOnThisFork
    """
    check_room(ctx.state.enemies, MAX_ENEMIES)
    known = None if command.stored is None else entry_of(ctx.state.stored_enemies, command.stored, "stored")
    if (command.stored is None) == (command.sheet is None):
        raise StatBlockUnclear(needs="a stat block, stored or new", has=command.stored, field="stored")
    sheet = command.sheet or contents(known, command.stored or "", "stored")
    check_sheet(ctx, sheet)
    ctx.emit(EnemyAppeared(enemy=ctx.new_id("enemy"), name=command.name or sheet.name, sheet=ctx.secret(sheet)))


@judge_given(there_are("enemies", field="enemy"))
def reveal_enemy(ctx: CampaignContext, command: RevealEnemy) -> None:
    """Reveal an enemy's HP and Attacks, but no other name than players know. Rule: FB-CAMP-09, FB-CAMP-27.

    Refuses: RevealedAlready
    """
    enemy = entry_of(ctx.state.enemies, command.enemy, "enemy")
    if enemy.revealed or enemy.sheet is None:
        raise RevealedAlready(needs="hidden", has=enemy.id, field="enemy")
    sheet = replace(enemy.sheet, name=enemy.name) if ctx.state.amended else enemy.sheet
    ctx.emit(EnemyRevealed(enemy=enemy.id, sheet=sheet, hp=enemy.hp, armor=enemy.armor))


@judge_given(there_are("enemies", field="enemy"))
def send_away(ctx: CampaignContext, command: SendEnemyAway) -> None:
    """Remove an enemy from the scene. Rule: FB-CAMP-06."""
    entry_of(ctx.state.enemies, command.enemy, "enemy")
    ctx.emit(EnemyLeft(enemy=command.enemy))


def strike(ctx: CampaignContext, enemy: str, damage: int) -> None:
    """Apply Damage to an enemy. At 0 HP it is taken out. Rule: FB-WEAP-02, FB-ENEMY-04, FB-R-52."""
    struck = ctx.state.enemies[enemy]
    left = max(struck.hp - max(damage - struck.armor, 0), 0), max(struck.armor - damage, 0)
    ctx.emit(EnemyHurt(enemy=enemy, damage=damage, left=kept_from_players(ctx, struck, left)))
    take_out(ctx, enemy)


def take_out(ctx: CampaignContext, enemy: str) -> None:
    """Take an enemy at 0 HP out of the fight. Rule: FB-ENEMY-04."""
    if ctx.state.enemies[enemy].hp == 0:
        ctx.emit(EnemyTakenOut(enemy=enemy))


def kept_from_players(ctx: CampaignContext, enemy: Enemy, left: Left) -> Left | Secret[Left]:
    """Return an enemy's HP and Armor HP for an event. They stay sealed until the game master reveals the enemy.

    Rule: FB-CAMP-09.
    """
    return left if enemy.revealed else ctx.secret(left)


# ---------------------------------------------------------------- fold


@fold
def _enemy_stored(state: CampaignState, event: EnemyStored) -> CampaignState:
    stored = {**state.stored_enemies, event.stored: value_of_secret(event.sheet)}
    return replace(state.raise_counter(event.stored), stored_enemies=stored)


@fold
def _item_stored(state: CampaignState, event: ItemStored) -> CampaignState:
    stored = {**state.stored_items, event.stored: value_of_secret(event.item)}
    return replace(state.raise_counter(event.stored), stored_items=stored)


@fold
def _stored_forgotten(state: CampaignState, event: StoredForgotten) -> CampaignState:
    return state.without(event.stored, "stored_enemies", "stored_items")


@fold
def _enemy_appeared(state: CampaignState, event: EnemyAppeared) -> CampaignState:
    sheet = value_of_secret(event.sheet)
    hp, armor = (sheet.hp, sheet.armor) if sheet else (0, 0)
    enemy = Enemy(id=event.enemy, name=event.name, sheet=sheet, hp=hp, armor=armor)
    return state.having("enemies", enemy)


def enemy_changed(state: CampaignState, enemy: str, **changes: Any) -> CampaignState:  # noqa: ANN401 fields of an enemy
    """Return the campaign with changed fields of an enemy."""
    return replace(state, enemies={**state.enemies, enemy: replace(state.enemies[enemy], **changes)})


def enemy_left_with(state: CampaignState, enemy: str, left: Left | Secret[Left]) -> CampaignState:
    """Return the campaign with an enemy's HP and Armor HP set, if this copy of the log contains them."""
    found = value_of_secret(left) if isinstance(left, Secret) else left
    return state if found is None else enemy_changed(state, enemy, hp=found[0], armor=found[1])


@fold
def _enemy_revealed(state: CampaignState, event: EnemyRevealed) -> CampaignState:
    known = state.enemies[event.enemy].sheet
    sheet = event.sheet if known is None else replace(event.sheet, name=known.name)
    return enemy_changed(state, event.enemy, sheet=sheet, hp=event.hp, armor=event.armor, revealed=True)


@fold
def _enemy_left(state: CampaignState, event: EnemyLeft) -> CampaignState:
    return state.without(event.enemy, "enemies").out_of_fight(event.enemy)


@fold
def _enemy_hurt(state: CampaignState, event: EnemyHurt) -> CampaignState:
    return enemy_left_with(state, event.enemy, event.left)


@fold
def _enemy_taken_out(state: CampaignState, event: EnemyTakenOut) -> CampaignState:
    return enemy_changed(state, event.enemy, out=True)


# ---------------------------------------------------------------- samples


RAT: Final = EnemySheet(name="rat", hp=2, attacks=(AttackSheet(name="bite", damage=1),))
SHEET: Final = Field(schema="EnemySheet")


@samples
def _items_given(state: CampaignState, _: str) -> Samples[GiveItem]:
    """Offer stored Items in groups by size, because Items of the same size fit the same characters."""
    sizes: dict[str, list[str]] = {}
    for stored in some(state.stored_items):
        item = state.stored_items.get(stored)
        sizes.setdefault(item.size if item else "none", []).append(stored)
    for alike in sizes.values():
        yield offer(GiveItem, stored=Field(options=tuple(alike)), character=names(state))


@samples
def _stored(state: CampaignState, _: str) -> Samples[StoreEnemy | StoreItem | ForgetStored]:
    yield offer(StoreEnemy(sheet=RAT), sheet=SHEET)
    yield offer(StoreItem(item=CHARM), item=ITEM)
    yield offer(ForgetStored, stored=Field(options=some((*state.stored_enemies, *state.stored_items))))


@samples
def _enemies(state: CampaignState, _: str) -> Samples[BringEnemy | RevealEnemy | SendEnemyAway]:
    stored = some(state.stored_enemies)
    yield offer(BringEnemy(sheet=RAT), sheet=SHEET, name=TEXT)
    yield offer(BringEnemy(stored=stored[0]), stored=Field(options=stored), name=TEXT)
    yield offer(RevealEnemy, enemy=Field(options=some(one.id for one in state.enemies.values() if not one.revealed)))
    yield offer(SendEnemyAway, enemy=Field(options=some(state.enemies)))
