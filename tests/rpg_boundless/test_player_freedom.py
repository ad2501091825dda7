"""What players may do without the game master's approval.

They may invent Items, repair Armor, create characters and name Conditions.
"""

from typing import Final

import pytest

from services.rpg_boundless.chapters.armor import TakeOffArmor, WearArmor
from services.rpg_boundless.chapters.attacks import Attack, AttackOnOneself
from services.rpg_boundless.chapters.characters import (
    CharacterCreated,
    FinishCharacter,
    OneCharacterEach,
    ScoresRolled,
    SeatDoesNotPlay,
)
from services.rpg_boundless.chapters.checks import Check, CheckMade
from services.rpg_boundless.chapters.conditions import (
    ClearCondition,
    ConditionCleared,
    ConditionHeldAlready,
    GainCondition,
    WorsenCondition,
)
from services.rpg_boundless.chapters.damage import ArmorHit, CharacterDied, DeclareDeath
from services.rpg_boundless.chapters.dice import SetPosition
from services.rpg_boundless.chapters.enemies import AttackNamedTwice, BringEnemy, StatBlockUnclear, StoreEnemy
from services.rpg_boundless.chapters.fortune import AdjustFortune, ContestDecided
from services.rpg_boundless.chapters.items import (
    AcceptItem,
    ArmorIsGiven,
    DropItem,
    GearTakesASlot,
    HandOver,
    ItemTaken,
    OutsideTheRange,
    PickUp,
    TakeItem,
)
from services.rpg_boundless.chapters.overrides import AdjustRoll, RollVoidAlready
from services.rpg_boundless.chapters.recovery import Rest
from services.rpg_boundless.chapters.saves import Accept
from services.rpg_boundless.state.campaign import Held
from services.rpg_boundless.state.sheets import EnemySheet, ItemSheet, Stance
from shared.kernel.campaign.proposals import WaitsForTheGameMaster
from shared.kernel.campaign.seats import NotKnownHere
from shared.kernel.messages import Command
from tests.rpg_boundless.play import CHARM, CLAW, ROPE, SWORD, WOLF, Play, creation_of, mail, weapon

MISS: Final = (1, 1, 1, 1)


# ---------------------------------------------------------------- what players make up


@pytest.mark.rule("FB-CAMP-14", "FB-R-71", "FB-R-72")
@pytest.mark.parametrize("sheet", [weapon(4), weapon(1000), weapon(0), mail(4), mail(1000)])
def test_invented_things_stay_within_the_range(sheet: ItemSheet) -> None:
    """A player may invent only Weapons and Armor rated from 1 to 3. The game master may set any value."""
    play = Play(items={"new_armor": "made_up"})
    hero = play.hero()
    play.no(OutsideTheRange, creation_of(sheet, ROPE, ROPE), seat="bob")
    play.no(OutsideTheRange, TakeItem(character=hero, item=sheet), seat="ann")

    play.the(ItemTaken, TakeItem(character=hero, item=sheet))
    play.do(TakeItem(character=hero, item=weapon(3)), seat="ann")
    play.do(TakeItem(character=hero, item=mail(3)), seat="ann")
    play.do(creation_of(weapon(3), mail(3), ROPE), seat="bob")


@pytest.mark.rule("FB-R-71", "FB-R-72")
def test_the_range_is_a_setting() -> None:
    """`weapon_damage` and `armor_hp` limit the Weapons and Armor that players may invent.

    If they are 6 and 5, the game refuses higher values.
    """
    play = Play(items={"weapon_damage": 6, "armor_hp": 5})
    play.no(OutsideTheRange, creation_of(weapon(7), ROPE, ROPE), seat="ann")
    play.no(OutsideTheRange, creation_of(mail(6), ROPE, ROPE), seat="ann")

    play.the(CharacterCreated, creation_of(weapon(6), mail(5), ROPE), seat="ann")


@pytest.mark.rule("FB-R-74")
@pytest.mark.parametrize("allowed", [False, True])
def test_invented_gear_fills_a_slot_by_default(allowed: bool) -> None:  # noqa: FBT001
    """By default a player may not invent a petty Weapon, but may invent a petty Item without Damage or HP."""
    play = Play(items={"petty_gear": allowed})
    hero = play.hero()
    needle = weapon(1, "petty")
    if allowed:
        play.do(TakeItem(character=hero, item=needle), seat="ann")
    else:
        play.no(GearTakesASlot, TakeItem(character=hero, item=needle), seat="ann")
    play.do(TakeItem(character=hero, item=CHARM), seat="ann")
    play.do(TakeItem(character=hero, item=needle))


@pytest.mark.rule("FB-R-73", "FB-ARM-06")
def test_dropping_armor_does_not_repair_it() -> None:
    """Dropped Armor keeps its damage when it is picked up, and a player may not invent new Armor instead."""
    play = Play()
    hero = play.hero(3)
    worn = play.item(hero, mail(3))
    play.do(WearArmor(character=hero, item=worn), seat="ann")
    play.the(ArmorHit, Accept(consequence=play.face(hero, damage=2)), seat="ann")

    play.do(DropItem(character=hero, item=worn), seat="ann")
    play.no(ArmorIsGiven, TakeItem(character=hero, item=mail(3)), seat="ann")
    play.do(PickUp(character=hero, item=worn), seat="ann")
    play.do(WearArmor(character=hero, item=worn), seat="ann")

    assert 1 == play.who(hero).items[worn].armor_hp
    play.do(TakeItem(character=hero, item=mail(3)))
    assert 2 == len(play.who(hero).items)


@pytest.mark.rule("FB-R-73")
def test_a_setting_allows_invented_armor() -> None:
    """If `new_armor` is `made_up`, a player may invent new Armor within the range."""
    play = Play(items={"new_armor": "made_up"})
    hero = play.hero()

    assert 3 == play.the(ItemTaken, TakeItem(character=hero, item=mail(3)), seat="ann").item.armor_hp


@pytest.mark.rule("FB-ARM-06")
@pytest.mark.parametrize("way", ["off and on", "to a friend", "by the ground"])
def test_armor_keeps_its_hp_wherever_it_goes(way: str) -> None:
    """Armor keeps its HP when it is taken off and put on, handed to a friend, or dropped and picked up."""
    play = Play()
    hero, friend = play.hero(3), play.hero(seat="bob")
    worn = play.item(hero, mail(3))
    play.do(WearArmor(character=hero, item=worn), seat="ann")
    play.do(Accept(consequence=play.face(hero, damage=3)), seat="ann")
    ways: dict[str, list[tuple[Command, str]]] = {
        "off and on": [
            (TakeOffArmor(character=hero, item=worn), "ann"),
            (WearArmor(character=hero, item=worn), "ann"),
        ],
        "to a friend": [
            (HandOver(character=hero, item=worn, to=friend), "ann"),
            (AcceptItem(character=friend, item=worn), "bob"),
        ],
        "by the ground": [
            (DropItem(character=hero, item=worn), "ann"),
            (PickUp(character=friend, item=worn), "bob"),
        ],
    }

    for command, seat in ways[way]:
        play.do(command, seat=seat)

    items = {**play.who(hero).items, **play.who(friend).items}
    assert 0 == items[worn].armor_hp


@pytest.mark.rule("FB-CAMP-13", "FB-R-75")
def test_a_player_has_one_character() -> None:
    """The game refuses a player's second character, even with rolled scores. The game master may create more."""
    play = Play()
    first = play.the(CharacterCreated, creation_of(), seat="ann").character
    play.no(OneCharacterEach, creation_of(), seat="ann")
    play.no(OneCharacterEach, creation_of(method="roll"), seat="ann")

    play.the(CharacterCreated, creation_of(seat="ann"))
    play.the(CharacterCreated, creation_of(), seat="bob")
    play.given(CharacterDied(character=first, reason="a fall"))
    play.no(OneCharacterEach, creation_of(), seat="ann")


@pytest.mark.rule("FB-CAMP-13")
def test_an_unfinished_character_counts_and_a_dead_one_does_not() -> None:
    """A player must finish a character with rolled scores before creating another. A dead character may be replaced."""
    play = Play()
    draft = play.the(ScoresRolled, creation_of(method="roll"), 5, 5, 5, 1, *MISS, *MISS, seat="ann").draft
    play.no(OneCharacterEach, creation_of(method="roll"), seat="ann")
    play.no(OneCharacterEach, creation_of(), seat="ann")
    hero = play.the(CharacterCreated, FinishCharacter(draft=draft), seat="ann").character

    play.given(CharacterDied(character=hero, reason="a fall"))

    play.the(CharacterCreated, creation_of(), seat="ann")


@pytest.mark.rule("FB-R-75")
def test_the_settings_may_allow_more_characters() -> None:
    """If `players.characters` is 2, the game refuses a player's third character."""
    play = Play(players={"characters": 2})
    for _ in range(2):
        play.the(CharacterCreated, creation_of(), seat="ann")

    play.no(OneCharacterEach, creation_of(), seat="ann")


@pytest.mark.rule("FB-CAMP-13")
def test_a_character_belongs_to_a_seat_that_plays() -> None:
    """A character cannot be created for a spectator, who could not act for it."""
    play = Play()

    play.no(SeatDoesNotPlay, creation_of(seat="spectator"))
    play.the(CharacterCreated, creation_of(seat="gm"))


# ---------------------------------------------------------------- the names of Conditions


@pytest.mark.rule("FB-COND-09", "FB-R-82", "FB-R-12")
@pytest.mark.parametrize("name", ["Sick", " sick ", "SICK", "s ick", "\uff53\uff49\uff43\uff4b"])
def test_case_and_blanks_do_not_distinguish_conditions(name: str) -> None:
    """In every command, a Condition spelled in another case or with other blanks is the same Condition."""
    play = Play()
    hero = play.hero()
    play.do(GainCondition(character=hero, condition="sick"), seat="ann")

    play.do(GainCondition(character=hero, condition=name), seat="ann")
    play.do(WorsenCondition(character=hero, condition=name), seat="ann")
    play.do(Accept(consequence=play.face(hero, conditions=(name,))), seat="ann")
    assert {"sick": Held(slots=4)} == play.who(hero).conditions
    play.do(SetPosition(character=hero, stance=Stance(position="bad", condition=name)))
    assert "bad" == play.the(CheckMade, Check(character=hero, attribute="strength"), 1, 1, seat="ann").position
    play.do(ClearCondition(character=hero, condition=name, reason="herbs"), seat="ann")
    assert {} == play.who(hero).conditions


@pytest.mark.rule("FB-COND-09", "FB-R-12")
def test_rests_and_repeats_ignore_the_spelling_of_a_condition() -> None:
    """A rest clears a Condition in any spelling.

    If `conditions.repeat` is `ignore`, a repeated Condition is ignored in any spelling too.
    """
    play = Play(conditions={"repeat": "ignore"})
    hero = play.hero()
    play.do(GainCondition(character=hero, condition="Sick"), seat="ann")
    play.no(ConditionHeldAlready, GainCondition(character=hero, condition="sick"), seat="ann")
    play.do(Accept(consequence=play.face(hero, conditions=("SICK",))), seat="ann")
    assert {"Sick": Held(slots=1)} == play.who(hero).conditions

    cleared = play.the(ConditionCleared, Rest(character=hero, length="short", addresses=("s i c k",)), 1, 1, 1)

    assert "Sick" == cleared.condition


# ---------------------------------------------------------------- refusals name what happened


@pytest.mark.rule("FB-R-83")
def test_no_character_attacks_itself() -> None:
    """A character cannot attack itself, and the refusal says so."""
    play = Play()
    hero = play.hero(items=(SWORD,))
    (sword,) = play.who(hero).items

    play.no(AttackOnOneself, Attack(character=hero, target=hero, weapon=sword), seat="ann")
    assert "The target is the attacking character itself: name another target." == AttackOnOneself().says


@pytest.mark.rule("FB-CAMP-10", "FB-ENEMY-02", "FB-R-45", "FB-R-56")
def test_refusals_name_their_cause() -> None:
    """An unclear stat block, a repeated Attack name, an annulled roll and a decided contest have separate refusals."""
    play = Play()
    hero = play.hero()
    check = play.the(CheckMade, Check(character=hero, attribute="strength"), 1, 1, seat="ann").check
    play.do(AdjustRoll(roll=check, reason="a cocked die"))

    play.no(StatBlockUnclear, BringEnemy())
    play.no(AttackNamedTwice, StoreEnemy(sheet=EnemySheet(name="wolf", hp=1, attacks=(CLAW, CLAW))))
    play.no(RollVoidAlready, AdjustRoll(roll=check, reason="again"))
    play.no(ContestDecided, AdjustFortune(roll=check, ahead="first", reason="wind"))
    play.do(BringEnemy(sheet=WOLF))
    assert 403 == WaitsForTheGameMaster.status
    play.no(NotKnownHere, DeclareDeath(character="character-9", reason="a fall"))
