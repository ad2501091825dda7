"""Racial icons: the skills as which each can be used, and the skills that it permits."""

from typing import Any, Final

import pytest

from services.bones.chapters.fights.allotting import Allot, MoreThanShown
from services.bones.chapters.fights.blows import BlowStruck
from services.bones.chapters.people.dice import check_dice
from services.bones.reading.owned import icons, may_try
from services.bones.state.creatures import Die
from shared.kernel.refusals import Refusal
from tests.bones.arena import Arena, keep, to
from tests.bones.play import Play
from tests.bones.shows import bone, total


def race(number: int, name: str, **counts: int) -> Any:  # noqa: ANN401 a parameter set
    """Return a row of the table of races: the number of successes for which its icon counts in each task."""
    return pytest.param(name, counts, marks=pytest.mark.rule(f"BN-RACE-{number:02}"), id=name)


RACES: Final = (
    race(5, "Elf", Artisan=1, Perception=2, Magic=1, Social=0, Stealth=0),
    race(6, "Dwarf", Craft=2, Defend=1, Melee=1, Perception=1, Stealth=0),
    race(7, "Halfling", Maneuver=1, Defend=1, Missile=1, Stealth=2, Melee=0),
    race(8, "Orc", Defend=1, Melee=1, Maneuver=1, Stealth=0),
)


@pytest.mark.rule("BN-RACE-02", "BN-RACE-03", "BN-R-191", "BN-R-192")
@pytest.mark.parametrize(("name", "counts"), RACES)
def test_a_racial_icon_is_used_as_one_of_its_skills(name: str, counts: dict[Any, int]) -> None:
    """A racial icon counts for each skill that it lists, as the mastery that it lists for that skill.

    It counts neither as a Physical nor as a Mental success.
    """
    assert {used: total(used, f"Racial:{name}", race=name) for used in counts} == counts
    assert total("Physical", f"Racial:{name}") + total("Mental", f"Racial:{name}") == 0


@pytest.mark.rule("BN-R-192")
def test_a_setting_counts_a_racial_icon_in_every_task() -> None:
    """If `racial_counts_as_general` is true, a racial icon is one success in every task.

    The icon still counts as two successes in a task with one of its skills.
    """
    general = {"tasks": {"racial_counts_as_general": True}}
    assert total("Social", "Racial:Dwarf", **general) == 1
    assert total("Craft", "Racial:Dwarf", **general) == 2


@pytest.mark.rule("BN-R-191", "BN-RACE-02")
def test_a_racial_icon_permits_each_skill_that_it_lists() -> None:
    """A racial icon counts as one icon of each listed skill.

    If `racial_counts_for_cap` is false, it permits none of these skills.
    """
    play, narrow = Play(), Play(tasks={"racial_counts_for_cap": False})
    dice = [bone("Racial:Elf"), bone("Racial:Elf")]
    elf, other = play.one("gm", dice), narrow.one("gm", dice)
    assert [icons(play.state, elf, used) for used in ("Artisan", "Magic", "Perception", "Craft")] == [2, 2, 2, 0]
    assert [may_try(narrow.state, other, used) for used in ("Artisan", "Magic")] == [False, False]


@pytest.mark.rule("BN-RACE-03", "BN-RACE-08", "BN-R-034")
def test_an_orcs_icon_has_one_use_per_roll() -> None:
    """An orc's icon either is a success or cancels the encumbrance of one die in a roll, but not both."""
    heavy = {"things": [("Heavy armor (plate)", 6)]}
    assert total("Maneuver", "Maneuver*3", "Racial:Orc") == 4
    assert total("Maneuver", "Maneuver*3", "Racial:Orc", **heavy) == 3
    assert total("Maneuver", "Maneuver*3", "Racial:Orc", "Racial:Orc", **heavy) == 4


@pytest.mark.rule("BN-R-361", "BN-RACE-03", "BN-RACE-08")
def test_each_racial_icon_of_a_roll_counts_as_a_skill_of_its_own() -> None:
    """An orc with two racial icons can attack with one as Melee and defend with the other as Endurance.

    A single icon cannot do both.
    """
    table = Arena()
    orc, foe = table.of("ann", "Racial:Orc", "Racial:Orc"), table.of("gm", "blank")
    table.fought([orc], [foe])
    table.no(MoreThanShown, Allot(creature=orc, puts=(to(foe, 1, way=1, defend=1),)), seat="ann")
    found = table.do(Allot(creature=orc, puts=(to(foe, 1, way=1), keep(2))), seat="ann")

    assert [(orc, foe, 1)] == [(one.attacker, one.target, one.damage) for one in found if isinstance(one, BlowStruck)]


@pytest.mark.rule("BN-RACE-06", "BN-R-037")
def test_a_dwarfs_icon_sees_in_the_dark_and_succeeds() -> None:
    """In Perception, a dwarf's icon also counts as Night Vision: one success, plus two that darkness would remove."""
    here = {"aids": ("by_sight",), "light": "total darkness"}
    assert total("Perception", "Perception*4", "Racial:Dwarf", here=here) == 3


@pytest.mark.rule("BN-EX-47", "BN-R-194", "BN-R-195")
def test_a_dwarfs_icon_includes_the_mastery_of_its_skill() -> None:
    """Each skill of a racial icon comes with its mastery: Grumpy's Defend is a Slam, which also counts as Melee."""
    assert [total(used, "Racial:Dwarf") for used in ("Defend", "Craft", "Perception", "Melee")] == [1, 2, 1, 1]


@pytest.mark.rule("BN-R-190", "BN-RACE-02")
def test_a_racial_icon_replaces_physical_or_mental_on_every_die() -> None:
    """A dwarf's die has Universal, the racial icon and four free faces. A die with Physical or Mental is refused."""
    play = Play()
    dwarf = Die(faces=("Universal", "Racial:Dwarf", "Craft", "Craft", "Melee", "Defend"))
    check_dice(play.state, (dwarf,) * 4, "Dwarf", new=True)
    for wrong in ("Physical", "Mental"):
        other = Die(faces=("Universal", "Racial:Dwarf", wrong, "Craft", "Melee", "Defend"))
        with pytest.raises(Refusal):
            check_dice(play.state, (dwarf, dwarf, dwarf, other), "Dwarf", new=True)
    plain = Die(faces=("Universal", "Physical", "Craft", "Craft", "Melee", "Defend"))
    with pytest.raises(Refusal):
        check_dice(play.state, (dwarf, dwarf, dwarf, plain), "Dwarf", new=True)
