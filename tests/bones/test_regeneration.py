"""Regenerate: when lost dice return, in rounds and in hordes, and how settings change this."""

import pytest

from services.bones.chapters.fights.declaring import Declare, NotDownBefore
from services.bones.chapters.rolls.healing import ChooseHealed, DamageHealed
from services.bones.chapters.rolls.wounds import TakeDamage
from services.bones.reading.taking_part import pending
from services.bones.state.combat import Put
from shared.kernel.messages import Event
from tests.bones.arena import Arena, blows, damage_dealt, sure, to
from tests.bones.fight import HORDE


def dice_healed(events: list[Event]) -> list[int]:
    """Return the number of dice that each healing in these events restored."""
    return [len(event.dice) for event in events if isinstance(event, DamageHealed)]


def grown(when: str, dice: int, lost: int, *, hit: int = 0) -> tuple[list[int], int]:
    """Play a round of a beast with Regenerate on each die.

    Return the number of dice restored each time, and the number left.
    """
    table = Arena(beasts={"regenerate_when": when})
    faces = [("Regenerate",) * 6] * dice
    beast = table.one("ann", faces, kind="beast", lost=tuple(range(1, lost + 1)))
    one = table.of("gm", "Melee*4", "Melee")
    table.fought((one,), (beast,))
    found = table.put(one, *([to(beast, 1, hit)] if hit else []))
    return dice_healed(found), len(table.who(beast).numbers)


@pytest.mark.rule("BN-ABIL-09", "BN-R-186", "BN-BEAST-07")
def test_dice_grow_back_at_the_end_of_the_round() -> None:
    """At the end of a round, each Regenerate icon restores one die, but never more than were lost."""
    assert ([2], 4) == grown("after_damage", 4, 2)
    assert ([], 4) == grown("after_damage", 4, 0)
    assert ([1], 4) == grown("after_damage", 4, 0, hit=1)


@pytest.mark.rule("BN-CAMP-80", "BN-R-186")
def test_a_regenerating_creature_recovers_from_losing_its_last_die() -> None:
    """A creature that regenerates after losing its last die recovers as the new round begins, unless it died.

    A creature without dice rolls no icon.
    """
    assert ([2], 2) == grown("after_damage", 2, 0, hit=2)
    assert ([1], 1) == grown("after_damage", 2, 0, hit=3)
    assert ([], 0) == grown("after_damage", 2, 0, hit=4)
    assert ([], 0) == grown("after_damage", 2, 2)
    assert ([], 0) == grown("before_damage", 2, 0, hit=2)


@pytest.mark.rule("BN-CAMP-80")
def test_the_new_round_waits_for_the_choice_of_a_revived_creature() -> None:
    """The new round waits until a revived creature has chosen its healed die and declared.

    The revived creature cannot be the target of a coup de grace.
    """
    table = Arena(healing={"healed_die_choice": "owner"})
    troll, one = table.of("ann", "Regenerate", "Melee", kind="beast"), table.of("gm", "Melee*2", "Melee")
    table.fought((one,), (troll,))
    table.put(one, to(troll, 1, 2))
    table.put(troll)
    assert table.who(troll).down
    assert 2 == table.combat.round
    table.no(NotDownBefore, Declare(creature=one, doing="coup_de_grace", target=troll))

    table.says(one, "nothing")
    assert (troll,) == pending(table.state)
    table.do(ChooseHealed(healing=next(iter(table.state.healings)), dice=(2,)), seat="ann")
    table.says(troll, seat="ann")

    assert "terms" == table.combat.stage


@pytest.mark.rule("BN-CAMP-80", "BN-HORDE-04")
def test_a_horde_that_regrows_a_die_is_not_broken() -> None:
    """A horde that loses all its dice in a round is not broken if its roll restores some."""
    table = Arena()
    horde = table.one("gm", [HORDE] * 3, kind="horde")
    one = table.of("ann", "Melee*3")
    table.begin((horde,), (one,))
    table.says(horde, targets=(one,))
    table.all_fight()
    table.roll(6, 6, 4, 1)

    found = table.put(one, to(horde, 1, 3), seat="ann")

    assert [2] == dice_healed(found)
    assert 2 == len(table.who(horde).numbers)


@pytest.mark.rule("BN-R-186")
def test_a_setting_regrows_dice_before_the_damage() -> None:
    """If `regenerate_when` is `before_damage`, dice are restored before the damage is dealt.

    So a round does not heal the damage that it deals.
    """
    assert ([], 3) == grown("before_damage", 4, 0, hit=1)
    assert ([1], 1) == grown("before_damage", 3, 1, hit=2)


@pytest.mark.rule("BN-R-134", "BN-HORDE-04", "BN-ABIL-09")
@pytest.mark.parametrize(("setting", "back"), [("best_roll_of_round", 2), ("every_roll", 3), ("one_die_a_round", 1)])
def test_a_horde_grows_once_a_round(setting: str, back: int) -> None:
    """By default only the horde's roll with the most Regenerate icons counts.

    Other values of the setting count every roll, or restore one die a round.
    """
    table = Arena(hordes={"horde_regenerate": setting})
    horde = table.one("gm", [HORDE] * 6, kind="horde", lost=(1, 2, 3))
    first, second = table.of("ann", "Magic"), table.of("ann", "Magic")
    table.begin((horde,), (first, second))
    table.says(horde, targets=(first, second))
    table.all_fight()

    found = table.roll(6, 6, 4, 6, 4, 4, 1, 1)

    assert 3 + back == len(table.who(horde).numbers)
    assert [back] == dice_healed(found)


@pytest.mark.rule("BN-R-187", "BN-BEAST-05")
def test_a_setting_lets_a_universal_replace_abilities() -> None:
    """By default a Universal cannot be allotted as Prickly, Hoar Frost or Regenerate.

    If `universal_for_ability` is `any_ability`, it can.
    """
    dice = [
        *sure("Universal", "Universal", "Universal"),
        ("blank", "Prickly", "HoarFrost", "Regenerate", *["blank"] * 2),
    ]
    table = Arena(beasts={"universal_for_ability": "any_ability"})
    beast = table.one("gm", [*dice, ("blank",) * 6], kind="beast", lost=(5,))
    one = table.of("ann", "Melee", "Magic", "Magic", "Magic")
    table.fought((beast,), (one,))
    table.put(beast, *(Put(die=f"die-{number}", way=number) for number in (1, 2, 3)))

    found = table.put(one, to(beast), seat="ann")

    assert {("blow", 0), ("Prickly", 1), ("HoarFrost", 1)} == {(one.by, one.damage) for one in blows(found)}
    table.do(_takes(table, one), seat="ann")
    assert {one: 2} == damage_dealt(found)
    assert (1, 2, 3, 4, 5) == table.who(beast).numbers


@pytest.mark.rule("BN-R-187", "BN-ABIL-09")
def test_a_universal_replaces_only_one_ability() -> None:
    """A Universal allotted as Prickly does not count as Regenerate as well."""
    table = Arena(beasts={"universal_for_ability": "any_ability"})
    dice = [*sure("Universal"), ("blank", "Prickly", "Regenerate", *["blank"] * 3), ("blank",) * 6]
    beast, one = table.one("gm", dice, kind="beast", lost=(3,)), table.of("ann", "Melee", "Magic", "Magic")
    table.fought((beast,), (one,))
    table.put(beast, Put(die="die-1", way=1))

    found = table.put(one, seat="ann")

    assert [] == dice_healed(found)
    assert (1, 2) == table.who(beast).numbers


def _takes(table: Arena, who: str) -> TakeDamage:
    (wound,) = [one.id for one in table.state.wounds.values() if one.creature == who]
    return TakeDamage(wound=wound, dice=(2, 3))
