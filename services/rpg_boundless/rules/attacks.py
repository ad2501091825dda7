"""Attack and defend: players roll for both, enemies never do."""

from __future__ import annotations

from services.rpg_boundless.catalogue import BOOK
from services.rpg_boundless.commands.combat import Attack, DamageRuling, EnemyAttack
from services.rpg_boundless.events.characters import Carried
from services.rpg_boundless.events.combat import AttackHit, AttackMissed, EnemyAttacked
from services.rpg_boundless.refusals import (
    AttackNotKnown,
    AttributeNeedsReason,
    DamageNeedsReason,
    DamageUnclear,
    NoSuchAttribute,
    NotAWeapon,
    PlayersDoNotFight,
    PositionNotTaken,
    StaminaNotSpent,
)
from services.rpg_boundless.refusals.table import AttackOnOneself
from services.rpg_boundless.rules.checks import Effort, check_effort, make_check
from services.rpg_boundless.rules.damage import hurt
from services.rpg_boundless.rules.dice import check_stance
from services.rpg_boundless.rules.enemies import strike
from services.rpg_boundless.rules.fortune import oppose
from services.rpg_boundless.rules.saves import Cause, check_can_face, check_named, face
from services.rpg_boundless.rules.seats import acting, check_says, known, standing_enemy, touched
from services.rpg_boundless.rules.telling import Telling
from services.rpg_boundless.state.campaign import Character
from services.rpg_boundless.words import AttackSheet, Attribute, Harm


def attack(telling: Telling, command: Attack) -> None:
    """Rule: FB-ATK-01 to FB-ATK-04, FB-ROUND-03, FB-WEAP-02, FB-R-31, FB-R-32, FB-R-55."""
    actor = acting(telling, command.character)
    weapon = _weapon(actor, command.weapon)
    attribute = _attribute(telling, command, weapon)
    damage = _damage(telling, command.adjust, weapon)
    _check_target(telling, command)
    if command.target in telling.state.enemies or not _by_fortune(telling):
        effort = Effort(
            kind="attack", stamina=command.stamina, helpers=command.helpers, stance=command.stance, risk=command.risk
        )
        check_effort(telling, actor, effort)
        hit = make_check(telling, actor, attribute, effort).success
    else:
        _check_bare(command)
        target = telling.character(command.target)
        dice = (actor.scores.of(attribute), target.scores.of(BOOK.uses.opposed_defence))
        hit = oppose(telling, "does the attack come through", dice) == "first"
    if hit:
        _land(telling, command, weapon, damage)
    else:
        telling.tell(AttackMissed(character=actor.id, target=command.target))


def _by_fortune(telling: Telling) -> bool:
    return telling.state.settings.combat.player_against_player == "opposed_fortune_roll"


def _check_bare(command: Attack) -> None:
    """Hold an attack that is an opposed Fortune Roll to what such a roll takes. Rule: FB-R-15, FB-R-20, FB-R-55."""
    if command.stamina or command.helpers:
        raise StaminaNotSpent(needs=0, has=command.stamina or len(command.helpers), field="stamina")
    if command.stance is not None or command.risk is not None:
        raise PositionNotTaken(needs="left out", has="a Position or risk", field="stance")


def _weapon(actor: Character, weapon: str | None) -> Carried | None:
    """Rule: FB-WEAP-01. Refuses: NotKnownHere, NotAWeapon."""
    if weapon is None:
        return None
    item = known(actor.items, weapon, "weapon")
    if item.sheet.weapon is None:
        raise NotAWeapon(needs="a Damage Rating", has=item.sheet.name, field="weapon")
    return item


def _attribute(telling: Telling, command: Attack, weapon: Carried | None) -> Attribute:
    """Give the Attribute of an attack: the Weapon's, or another with a reason.

    Rule:    FB-ATTR-02 to FB-ATTR-04, FB-R-50
    Refuses: NoSuchAttribute, AttributeNeedsReason
    """
    usual = _usual(weapon)
    chosen = command.attribute or usual
    if chosen is None:
        raise NoSuchAttribute(needs="an Attribute or a Weapon", field="attribute")
    if usual is not None and chosen != usual:
        allowed = telling.state.settings.attack.attribute_override == "with_reason"
        if not allowed or command.reason is None:
            raise AttributeNeedsReason(needs=usual, has=chosen, field="attribute")
    return chosen


def _usual(weapon: Carried | None) -> Attribute | None:
    """Rule: FB-ATTR-03, FB-ATTR-04."""
    if weapon is None or weapon.sheet.weapon is None:
        return None
    return BOOK.uses.melee if weapon.sheet.weapon.reach == "melee" else BOOK.uses.ranged


def _damage(telling: Telling, ruling: DamageRuling | None, weapon: Carried | None) -> int:
    """Give the Damage of a hit: the Damage Rating, however many Hits; or what the game master makes of it.

    Rule:    FB-WEAP-02, FB-ATK-03, FB-ATK-04, FB-R-17
    Refuses: PositionIsTheGameMasters, DamageUnclear, DamageNeedsReason
    """
    check_says(telling, ruling, "adjust")
    rating = weapon.sheet.weapon.damage if weapon and weapon.sheet.weapon else None
    if ruling is None and rating is not None:
        return rating
    if ruling is None or (ruling.damage is None) == (not ruling.modifier) or (rating is None and ruling.modifier):
        raise DamageUnclear(needs="a Weapon, a modifier to it, or a final value", field="adjust")
    if ruling.reason is None:
        raise DamageNeedsReason(needs="a reason", field="adjust")
    return ruling.damage if ruling.damage is not None else max((rating or 0) + ruling.modifier, 0)


def _check_target(telling: Telling, command: Attack) -> None:
    """Rule: FB-ENEMY-04, FB-R-55, FB-R-83. Refuses: EnemyIsOut, AttackOnOneself, PlayersDoNotFight."""
    if command.target in telling.state.enemies:
        standing_enemy(telling, command.target, "target")
        return
    touched(telling, command.target, "target")
    if command.target == command.character:
        raise AttackOnOneself(needs="somebody else", has=command.target, field="target")
    if telling.state.settings.combat.player_against_player == "refuse":
        raise PlayersDoNotFight(needs="an enemy", has=command.target, field="target")
    check_can_face(telling, 2 + len(command.helpers))


def _land(telling: Telling, command: Attack, weapon: Carried | None, damage: int) -> None:
    """Rule: FB-ATK-03, FB-ENEMY-04, FB-R-55."""
    reason = command.adjust.reason if command.adjust else None
    telling.tell(
        AttackHit(
            character=command.character, target=command.target, damage=damage, weapon=command.weapon, reason=reason
        )
    )
    if command.target in telling.state.enemies:
        strike(telling, command.target, damage)
    elif _by_fortune(telling):
        hurt(telling, command.target, damage)
    else:
        harm = Harm(what=weapon.sheet.name if weapon else "an attack", damage=damage)
        face(telling, (command.target,), harm)


# ---------------------------------------------------------------- defend


def enemy_attack(telling: Telling, command: EnemyAttack) -> None:
    """Rule: FB-ROUND-03, FB-ROUND-04, FB-DEF-01 to FB-DEF-03, FB-ENEMY-02, FB-ENEMY-03."""
    enemy = standing_enemy(telling, command.enemy)
    attacks = {attack.name: attack for attack in enemy.sheet.attacks} if enemy.sheet else {}
    if command.attack not in attacks:
        raise AttackNotKnown(needs=tuple(attacks), has=command.attack, field="attack")
    check_named(command.targets, "targets")
    for target in command.targets:
        check_stance(touched(telling, target, "targets"), command.stance)
    check_can_face(telling, len(command.targets))
    telling.tell(EnemyAttacked(enemy=enemy.id, attack=command.attack, targets=command.targets))
    harm = _harm(attacks[command.attack])
    face(telling, command.targets, harm, Cause(enemy=enemy.id, stance=command.stance))


def _harm(attack_sheet: AttackSheet) -> Harm:
    """Give what an enemy's Attack threatens. Rule: FB-ENEMY-03, FB-DEF-03."""
    return Harm(
        what=attack_sheet.effect or attack_sheet.name,
        damage=attack_sheet.damage or 0,
        conditions=attack_sheet.conditions,
    )
