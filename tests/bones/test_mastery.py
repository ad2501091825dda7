"""Mastery icons in tasks, row by row: what they count for, and their additional effects."""

from typing import Any, Final

import pytest

from services.bones.catalogue import MASTERY
from services.bones.chapters.tasks.recovery import PatientTreated
from services.bones.chapters.tasks.rolling import RollTask
from services.bones.chapters.tasks.tasks import CallTask, TaskProposed
from services.bones.state.tasks import Opponent, SkillName, Terms
from tests.bones.shows import Shows, bone, total


def row(number: int, icon: str, *counts: tuple[SkillName, int]) -> Any:  # noqa: ANN401 a parameter set
    """Return a row of the table: an icon, and the number of successes for which it counts in each task."""
    return pytest.param(icon, dict(counts), marks=pytest.mark.rule(f"BN-MAST-{number:02}"), id=icon)


ROWS: Final = (
    row(7, "Artisan:Artiste", ("Artisan", 2), ("Social", 0)),
    row(8, "Artisan:Renown", ("Artisan", 1), ("Social", 1), ("Perception", 0)),
    row(9, "Artisan:Inspired", ("Artisan", 1), ("Social", 0)),
    row(10, "Craft:Driven", ("Craft", 1)),
    row(11, "Craft:Master", ("Craft", 2)),
    row(12, "Craft:Weaponsmith", ("Craft", 1)),
    row(13, "Defend:Endurance", ("Defend", 1), ("Maneuver", 0)),
    row(14, "Defend:Turtle", ("Defend", 2), ("Melee", 0)),
    row(15, "Defend:Slam", ("Defend", 1), ("Melee", 1), ("Missile", 0)),
    row(16, "Healer:Medic", ("Healer", 1)),
    row(17, "Healer:Cure", ("Healer", 1)),
    row(18, "Healer:Empathy", ("Healer", 2)),
    row(19, "Maneuver:Acrobat", ("Maneuver", 2)),
    row(20, "Maneuver:Pyramid", ("Maneuver", 1)),
    row(21, "Maneuver:Swashbuckler", ("Maneuver", 1), ("Defend", 1), ("Melee", 0)),
    row(22, "Melee:Deflection", ("Melee", 1), ("Defend", 0), ("Missile", 0)),
    row(23, "Melee:Two Weapon", ("Melee", 1)),
    row(24, "Melee:Riposte", ("Melee", 2), ("Defend", 0)),
    row(25, "Merchant:Trader", ("Merchant", 2)),
    row(26, "Merchant:Money Talks", ("Merchant", 1), ("Social", 1)),
    row(27, "Merchant:Merchant Prince", ("Merchant", 1), ("Social", 0)),
    row(28, "Missile:Accuracy", ("Missile", 1), ("Melee", 0)),
    row(29, "Missile:Bow Fu", ("Missile", 1), ("Melee", 1)),
    row(30, "Missile:Gut Shot", ("Missile", 2), ("Melee", 0)),
    row(31, "Outdoorsman:Animal Friend", ("Outdoorsman", 1)),
    row(32, "Outdoorsman:Stalker", ("Outdoorsman", 1), ("Stealth", 1)),
    row(33, "Outdoorsman:One with the Forest", ("Outdoorsman", 1), ("Perception", 1)),
    row(34, "Perception:Sharp Eye", ("Perception", 2)),
    row(35, "Perception:Night Vision", ("Perception", 1), ("Stealth", 0)),
    row(36, "Perception:Sixth Sense", ("Perception", 1), ("Stealth", 0)),
    row(37, "Riding:Born to the saddle", ("Riding", 2)),
    row(38, "Riding:Horseman", ("Riding", 1)),
    row(39, "Riding:Knight", ("Riding", 1), ("Melee", 1)),
    row(40, "Sailor:Son of a Sailor", ("Sailor", 2)),
    row(41, "Sailor:Sea Legs", ("Sailor", 1), ("Maneuver", 1)),
    row(42, "Sailor:Captain", ("Sailor", 1)),
    row(43, "Scholar:Sage", ("Scholar", 2)),
    row(44, "Scholar:Doktor", ("Scholar", 1), ("Healer", 1)),
    row(45, "Scholar:Arcane Knowledge", ("Scholar", 1), ("Magic", 1)),
    row(46, "Social:Outgoing", ("Social", 2)),
    row(47, "Social:Boss", ("Social", 1)),
    row(48, "Social:Connections", ("Social", 1), ("Scholar", 1)),
    row(49, "Stealth:Sneaky", ("Stealth", 2)),
    row(50, "Stealth:Guilder", ("Stealth", 1)),
    row(51, "Stealth:Assassin", ("Stealth", 1), ("Melee", 1)),
    row(52, "Thief:Footpad", ("Thief", 1), ("Stealth", 1)),
    row(53, "Thief:Burglar", ("Thief", 1), ("Maneuver", 1)),
    row(54, "Thief:Master thief", ("Thief", 2)),
    row(55, "Unarmed:Crane style", ("Melee", 1), ("Defend", 1), ("Unarmed", 0)),
    row(56, "Unarmed:Monkey style", ("Melee", 1), ("Maneuver", 1), ("Defend", 0)),
    row(57, "Unarmed:Tiger style", ("Melee", 2), ("Defend", 0)),
)


@pytest.mark.parametrize(("icon", "counts"), ROWS)
def test_a_mastery_icon_counts_as_its_row_says(icon: str, counts: dict[SkillName, int]) -> None:
    """A mastery icon adds the successes in its row, under the cap that the icon sets, and none for other skills."""
    safe = {"safe_level_counts": "any_that_serve_magic"}
    assert {skill: total(skill, icon, magic=safe) for skill in counts} == counts
    assert total("Physical", icon) == 0


def test_the_table_has_every_mastery_icon() -> None:
    """The tested table has all fifty-one icons, each once."""
    assert sorted(str(one.id) for one in ROWS) == sorted(MASTERY)


@pytest.mark.rule("BN-MAST-09")
def test_inspired_counts_in_magic_that_includes_art() -> None:
    """The Inspired icon counts as one success of Magic only if the game master sets the aid `art`."""
    assert total("Magic", "Artisan:Inspired", owned=["Magic"], here={"aids": ("art",)}) == 1
    assert total("Magic", "Artisan:Inspired", owned=["Magic"]) == 0
    assert total("Magic", "Artisan:Inspired", owned=["Magic"], here={"aids": ("healing",)}) == 0


@pytest.mark.rule("BN-MAST-17")
def test_cure_counts_in_magic_that_heals() -> None:
    """The Cure icon counts as one success of Magic only if the game master sets the aid `healing`."""
    assert total("Magic", "Healer:Cure", owned=["Magic"], here={"aids": ("healing",)}) == 1
    assert total("Magic", "Healer:Cure", owned=["Magic"]) == 0


@pytest.mark.rule("BN-MAST-13", "BN-R-034")
def test_endurance_cancels_the_encumbrance_of_one_die() -> None:
    """Endurance cancels all encumbrance of the heaviest armor or shield die.

    If `endurance_cancels` is `one_point`, it cancels only one point.
    """
    heavy = {"things": [("Heavy armor (plate)", 6), ("Buckler", 2)]}
    shown = ("Maneuver*4", "Defend:Endurance")
    assert total("Maneuver", "Maneuver*4", **heavy) == 0
    assert total("Maneuver", *shown, **heavy) == 3
    assert total("Maneuver", *shown, "Defend:Endurance", **heavy) == 4
    assert total("Maneuver", *shown, **heavy, mastery={"endurance_cancels": "one_point"}) == 1
    assert total("Maneuver", "Maneuver*4+Enc", "Defend:Endurance") == 3


@pytest.mark.rule("BN-R-023")
@pytest.mark.parametrize("icon", [name for name, one in MASTERY.items() if one.silent])
def test_a_setting_limits_icons_without_a_stated_success(icon: str) -> None:
    """If `silent_mastery_counts_as_one` is false, icons for which the table states no success add no success.

    Their other effects remain.
    """
    skill: Any = MASTERY[icon].skill
    assert total(skill, icon) == 1
    assert total(skill, icon, mastery={"silent_mastery_counts_as_one": False}) == 0
    assert total(skill, "Universal", icon, mastery={"silent_mastery_counts_as_one": False}) == 1


@pytest.mark.rule("BN-MAST-28", "BN-R-036")
def test_accuracy_restores_two_successes_lost_to_cover() -> None:
    """Accuracy restores up to two successes lost to cover or darkness.

    If `accuracy_applies_to` is `physical_cover`, it restores only those lost to cover.
    """
    shown = ("Missile*4", "Missile:Accuracy")
    assert total("Missile", "Missile*5", here={"cover": 60}) == 2
    assert total("Missile", *shown, here={"cover": 60}) == 4
    assert total("Missile", *shown, here={"cover": 20}) == 5
    assert total("Missile", *shown, here={"cover": 20, "light": "partial darkness"}) == 4
    narrow = {"mastery": {"accuracy_applies_to": "physical_cover"}}
    assert total("Missile", *shown, here={"cover": 20, "light": "partial darkness"}, **narrow) == 3
    assert total("Missile", *shown, here={"cover": 60}, **narrow) == 4


@pytest.mark.rule("BN-MAST-35", "BN-R-037", "BN-R-129")
def test_night_vision_restores_two_successes_lost_to_darkness() -> None:
    """Night Vision cancels partial darkness, or half of total darkness.

    If `night_vision_in_any_task` is false, it does so only in Perception tasks.
    """
    by_sight = {"aids": ("by_sight",)}
    total_dark, partial = {**by_sight, "light": "total darkness"}, {**by_sight, "light": "partial darkness"}
    shown = ("Perception*3", "Perception:Night Vision")
    assert total("Perception", "Perception*4", here=total_dark) == 0
    assert total("Perception", *shown, here=total_dark) == 2
    assert total("Perception", *shown, "Perception:Night Vision", here=total_dark) == 5
    assert total("Perception", *shown, here=partial) == 4
    assert total("Missile", "Missile*4", "Perception:Night Vision", here=total_dark) == 2
    narrow = {"mastery": {"night_vision_in_any_task": False}}
    assert total("Missile", "Missile*4", "Perception:Night Vision", here=total_dark, **narrow) == 0
    assert total("Perception", *shown, here=partial, **narrow) == 4


@pytest.mark.rule("BN-MAST-36", "BN-R-038")
def test_sixth_sense_cancels_two_stealth_successes_of_an_opponent() -> None:
    """Sixth Sense cancels two of an opponent's three Stealth successes.

    No total falls below zero, and other skills lose no success.
    """
    for theirs, faces, margin in (
        ("Stealth", "Stealth*3", 0),
        ("Stealth", "Stealth", 1),
        ("Social", "Social*3", -2),
    ):
        play = Shows("Perception:Sixth Sense")
        other = play.one("gm", [bone(faces)])
        opponent = Opponent(creature=other, skill=theirs)  # type: ignore[arg-type]
        assert play.margin("Perception", opponent, faces=(1, 1)) == margin


@pytest.mark.rule("BN-MAST-16", "BN-R-035")
@pytest.mark.parametrize(("most", "dice"), [(1, 2), (2, 3), (3, 4)])
def test_medics_add_at_most_two_dice_at_once(most: int, dice: int) -> None:
    """With three Medic icons, three successes heal three dice instead of one.

    `medic_bonus_max` changes the limit of two additional dice.
    """
    play = Shows(*["Healer:Medic"] * 3, mastery={"medic_bonus_max": most})
    patient = play.one("gm", [bone("Universal")] * 7, lost=(1, 2, 3, 4, 5, 6))
    terms = Terms(skill="Healer", number=1, purpose="treatment", patient=patient)
    treats = CallTask(creature=play.who_shows, aim="it treats", terms=terms)
    treated = play.the(PatientTreated, RollTask(task=play.the(TaskProposed, treats).task.id), 1, 1, 1)
    assert (treated.successes, treated.medic, treated.dice) == (3, most, dice)
