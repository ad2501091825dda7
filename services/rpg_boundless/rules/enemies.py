"""Enemies and stored stat blocks: HP, Attacks, and what the players know of them."""

from __future__ import annotations

from services.rpg_boundless.commands.combat import (
    BringEnemy,
    ForgetStored,
    GiveItem,
    RevealEnemy,
    SendEnemyAway,
    StoreEnemy,
    StoreItem,
)
from services.rpg_boundless.events.combat import (
    EnemyAppeared,
    EnemyHurt,
    EnemyLeft,
    EnemyRevealed,
    EnemyStored,
    EnemyTakenOut,
    ItemStored,
    StoredForgotten,
)
from services.rpg_boundless.refusals import (
    AttackWithoutEffect,
    EnemyArmorNotPlayed,
    NotKnownHere,
    RevealedAlready,
)
from services.rpg_boundless.refusals.table import AttackNamedTwice, StatBlockUnclear
from services.rpg_boundless.rules.seats import MAX_ENEMIES, MAX_STORED, check_room, known, touched
from services.rpg_boundless.rules.slots import put_in
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.state.campaign import Enemy
from services.rpg_boundless.words import EnemySheet
from shared.kernel.messages import Secret


def check_sheet(telling: Telling, sheet: EnemySheet) -> None:
    """Rule: FB-ENEMY-02, FB-ENEMY-03, FB-R-52. Refuses: AttackNamedTwice, AttackWithoutEffect, EnemyArmorNotPlayed."""
    names = tuple(attack.name for attack in sheet.attacks)
    if len(set(names)) < len(names):
        raise AttackNamedTwice(needs="each name once", has=names, field="sheet")
    for attack in sheet.attacks:
        if attack.damage is None and attack.effect is None and not attack.conditions:
            raise AttackWithoutEffect(needs="a Damage Rating or an effect", has=attack.name, field="sheet")
    if sheet.armor and not telling.state.settings.enemies.armor:
        raise EnemyArmorNotPlayed(needs=0, has=sheet.armor, field="sheet")


def store_enemy(telling: Telling, command: StoreEnemy) -> None:
    """Rule: FB-CAMP-10."""
    _check_store(telling)
    check_sheet(telling, command.sheet)
    telling.tell(EnemyStored(stored=telling.new("stored"), sheet=telling.secret(command.sheet)))


def store_item(telling: Telling, command: StoreItem) -> None:
    """Rule: FB-CAMP-10."""
    _check_store(telling)
    telling.tell(ItemStored(stored=telling.new("stored"), item=telling.secret(command.item)))


def _check_store(telling: Telling) -> None:
    check_room(len(telling.state.stored_enemies) + len(telling.state.stored_items), MAX_STORED)


def forget_stored(telling: Telling, command: ForgetStored) -> None:
    """Rule: FB-CAMP-10."""
    known({**telling.state.stored_enemies, **telling.state.stored_items}, command.stored, "stored")
    telling.tell(StoredForgotten(stored=command.stored))


def give_item(telling: Telling, command: GiveItem) -> None:
    """Rule: FB-CAMP-10."""
    item = known(telling.state.stored_items, command.stored, "stored")
    touched(telling, command.character)
    if item is None:
        raise NotKnownHere(needs="an Item that is known here", has=command.stored, field="stored")
    put_in(telling, command.character, item)


def bring_enemy(telling: Telling, command: BringEnemy) -> None:
    """Rule: FB-ENEMY-01, FB-CAMP-09, FB-CAMP-10."""
    check_room(len(telling.state.enemies), MAX_ENEMIES)
    stored = None if command.stored is None else known(telling.state.stored_enemies, command.stored, "stored")
    sheet = command.sheet if stored is None else stored
    if sheet is None or (command.stored is not None and command.sheet is not None):
        raise StatBlockUnclear(needs="a stat block, stored or new", has=command.stored, field="stored")
    check_sheet(telling, sheet)
    name = command.name or sheet.name
    telling.tell(EnemyAppeared(enemy=telling.new("enemy"), name=name, sheet=telling.secret(sheet)))


def reveal_enemy(telling: Telling, command: RevealEnemy) -> None:
    """Rule: FB-CAMP-09. Refuses: RevealedAlready."""
    enemy = known(telling.state.enemies, command.enemy, "enemy")
    if enemy.revealed or enemy.sheet is None:
        raise RevealedAlready(needs="hidden", has=enemy.id, field="enemy")
    telling.tell(EnemyRevealed(enemy=enemy.id, sheet=enemy.sheet, hp=enemy.hp, armor=enemy.armor))


def send_away(telling: Telling, command: SendEnemyAway) -> None:
    """Rule: FB-CAMP-06."""
    known(telling.state.enemies, command.enemy, "enemy")
    telling.tell(EnemyLeft(enemy=command.enemy))


def strike(telling: Telling, enemy: str, damage: int) -> None:
    """Let an enemy take Damage; at 0 HP it is taken out.

    Rule:    FB-WEAP-02, FB-ENEMY-04, FB-R-52
    """
    struck = telling.state.enemies[enemy]
    armor = max(struck.armor - damage, 0)
    hp = max(struck.hp - max(damage - struck.armor, 0), 0)
    telling.tell(EnemyHurt(enemy=enemy, damage=damage, left=kept_from_players(telling, struck, (hp, armor))))
    take_out(telling, enemy)


def take_out(telling: Telling, enemy: str) -> None:
    """Take an enemy out that is at 0 HP. Rule: FB-ENEMY-04."""
    if telling.state.enemies[enemy].hp == 0:
        telling.tell(EnemyTakenOut(enemy=enemy))


def kept_from_players(
    telling: Telling, enemy: Enemy, left: tuple[int, int]
) -> tuple[int, int] | Secret[tuple[int, int]]:
    """Give what is left of an enemy as its event holds it: for all once it is revealed. Rule: FB-CAMP-09."""
    return left if enemy.revealed else telling.secret(left)
