"""Fights: turns with one action and one move, and enemies."""

import msgspec
import pytest

from services.rpg_boundless.chapters.attacks import Attack, AttackNotKnown, EnemyAttack, EnemyAttacked
from services.rpg_boundless.chapters.checks import Check
from services.rpg_boundless.chapters.enemies import (
    AttackNamedTwice,
    AttackWithoutEffect,
    BringEnemy,
    EnemyArmorNotPlayed,
    StoreEnemy,
)
from services.rpg_boundless.chapters.fights import StartRound
from services.rpg_boundless.chapters.saves import Accept, Save
from services.rpg_boundless.chapters.seats import EnemiesNeverRoll, EnemyIsOut
from services.rpg_boundless.chapters.spells import CastSpell
from services.rpg_boundless.chapters.turns import Act, ActionUsed, EndTurn, Move, MoveUsed, NoFight
from services.rpg_boundless.state.sheets import AttackSheet, EnemySheet
from shared.kernel.campaign.keeping import in_order
from shared.kernel.campaign.seats import OnlyTheGameMaster
from tests.rpg_boundless.play import CLAW, ROAR, SWORD, WOLF, Play


def arm(play: Play, **more: str) -> tuple[str, str]:
    """Create a character with a sword; return the ids of both."""
    hero = play.hero(2, **more)  # type: ignore[arg-type]
    return hero, play.item(hero, SWORD)


# ---------------------------------------------------------------- turns


@pytest.mark.rule("FB-ROUND-01", "FB-R-30")
def test_there_is_one_action_a_round() -> None:
    """An attack, a spell and any other action share the one action of a round; a Save is not an action."""
    play = Play()
    hero, sword = arm(play)
    foe = play.foe(9)
    play.fight([hero], [foe], 6, 1)
    play.do(Attack(character=hero, target=foe, weapon=sword), 1, 1)

    play.no(ActionUsed, Act(participant=hero, what="retreat"), seat="ann")
    play.no(ActionUsed, Attack(character=hero, target=foe, weapon=sword), seat="ann")
    play.no(ActionUsed, CastSpell(character=hero, spell="light"), seat="ann")
    play.do(Save(consequence=play.face(hero)), 5, 5, 5, 5, 5, 5, seat="ann")
    play.do(EndTurn(participant=hero), seat="ann")
    play.do(EnemyAttack(enemy=foe, attack="claw", targets=(hero,)))
    play.no(ActionUsed, EnemyAttack(enemy=foe, attack="claw", targets=(hero,)))
    play.do(Accept(consequence=in_order(play.state.consequences)[0]))
    play.do(EndTurn(participant=foe))
    play.do(StartRound(), 6, 1)
    play.do(Act(participant=hero, what="retreat"), seat="ann")


@pytest.mark.rule("FB-ROUND-02", "FB-R-51")
def test_there_is_one_move_besides_the_action() -> None:
    """A fighter may move, described in free text, and take an action. The game refuses a second move."""
    play = Play()
    hero = play.hero()
    play.no(NoFight, Move(participant=hero, where="away"), seat="ann")
    play.fight([hero], [], 6)
    play.do(Move(participant=hero, where="behind the table"), seat="ann")
    play.do(Act(participant=hero, what="hide"), seat="ann")

    play.no(MoveUsed, Move(participant=hero, where="back"), seat="ann")


@pytest.mark.rule("FB-ROUND-03", "FB-ROUND-04", "FB-DEF-01")
def test_only_players_roll_to_attack_and_to_defend() -> None:
    """A player attacks with a Check and defends against an enemy's Attack with a Save. Enemies never roll."""
    play = Play()
    hero, sword = arm(play)
    foe = play.foe(9)
    play.no(EnemiesNeverRoll, Check(character=foe, attribute="strength"))

    play.do(Attack(character=hero, target=foe, weapon=sword), 5, 1, seat="ann")
    play.the(EnemyAttacked, EnemyAttack(enemy=foe, attack="claw", targets=(hero,)))
    (faced,) = play.state.consequences
    play.do(Save(consequence=faced), 5, 1, 1, 1, 1, 1, seat="ann")

    assert (4, 4) == (play.who(hero).hp, play.who(hero).stamina)


# ---------------------------------------------------------------- enemies


@pytest.mark.rule("FB-ENEMY-01", "FB-ENEMY-02")
def test_an_enemy_has_hp_and_attacks() -> None:
    """An enemy's HP and Attacks are required and stored unchanged. Each Attack is identified by its name."""
    play = Play()
    play.do(BringEnemy(sheet=WOLF))
    (foe,) = play.state.enemies.values()

    assert (3, (CLAW, ROAR)) == (foe.hp, foe.sheet.attacks if foe.sheet else ())
    for missing in ({"name": "wolf", "attacks": [{"name": "claw", "damage": 1}]}, {"name": "wolf", "hp": 3}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(missing, EnemySheet)
    play.no(AttackNotKnown, EnemyAttack(enemy=foe.id, attack="kick", targets=(play.hero(),)))
    play.no(AttackNamedTwice, StoreEnemy(sheet=EnemySheet(name="wolf", hp=1, attacks=(CLAW, CLAW))))


@pytest.mark.rule("FB-ENEMY-03")
def test_an_attack_has_damage_or_an_effect() -> None:
    """The game accepts an enemy's Attack with only Damage or only an effect, and refuses one with neither."""
    play = Play()
    nothing = AttackSheet(name="stare")
    for attack in (CLAW, ROAR, AttackSheet(name="spit", conditions=("blind",))):
        play.do(BringEnemy(sheet=EnemySheet(name="wolf", hp=1, attacks=(attack,))))

    play.no(AttackWithoutEffect, BringEnemy(sheet=EnemySheet(name="wolf", hp=1, attacks=(nothing,))))


@pytest.mark.rule("FB-ENEMY-04")
def test_an_enemy_at_zero_hp_is_taken_out() -> None:
    """An enemy at 0 HP makes no Critical Save, has no further turns, and cannot be attacked."""
    play = Play()
    hero, sword = arm(play)
    foe = play.foe(3)
    play.fight([hero], [foe], 6, 5)

    play.do(Attack(character=hero, target=foe, weapon=sword), 5, 5)

    assert (0, True) == (play.enemy(foe).hp, play.enemy(foe).out)
    assert {} == play.state.criticals
    play.do(EndTurn(participant=hero))
    play.do(StartRound(), 3)
    play.no(EnemyIsOut, Attack(character=hero, target=foe, weapon=sword))
    play.no(EnemyIsOut, EnemyAttack(enemy=foe, attack="claw", targets=(hero,)))


@pytest.mark.rule("FB-R-52")
def test_a_setting_allows_enemies_armor() -> None:
    """By default an enemy has no Armor. If `enemies.armor` is true, it may have Armor, which Damage reduces first."""
    sheet = EnemySheet(name="knight", hp=5, attacks=(CLAW,), armor=2)
    Play().no(EnemyArmorNotPlayed, BringEnemy(sheet=sheet))
    play = Play(enemies={"armor": True})
    play.do(BringEnemy(sheet=sheet))
    (foe,) = play.state.enemies
    hero, sword = arm(play)

    play.do(Attack(character=hero, target=foe, weapon=sword), 5, 5)

    assert (4, 0) == (play.enemy(foe).hp, play.enemy(foe).armor)


@pytest.mark.rule("FB-CAMP-02")
def test_players_do_not_move_enemies() -> None:
    """Only the game master acts in an enemy's turn."""
    play = Play()
    foe = play.foe()
    play.fight([play.hero()], [foe], 1, 6)

    play.no(OnlyTheGameMaster, EndTurn(participant=foe), seat="ann")
