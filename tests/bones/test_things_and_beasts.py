"""The dice of items, beasts and members of the cast in tasks."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from services.bones.catalogue import Run
from services.bones.chapters.fights.combat import EndCombat, Entrant, StartCombat
from services.bones.chapters.people.characters import CreatureAppeared
from services.bones.chapters.people.creatures import BuildCreature, SpawnSample
from services.bones.chapters.people.handling import StowItem
from services.bones.chapters.people.items import AgreeEquipment, NotReady
from services.bones.chapters.rolls.settling import TaskSettled
from services.bones.chapters.rolls.wounds import DealDamage
from services.bones.chapters.tasks.rolling import RollTask, TaskRolled
from services.bones.chapters.tasks.tasks import Attempt, CallTask, TaskProposed
from services.bones.chapters.tasks.terms import MayNotTry
from services.bones.state.creatures import NewCreature
from services.bones.state.tasks import Circumstances, DifficultyName, SkillName, Terms
from tests.bones.play import Play

UNIVERSAL: Final = 1
SNEAK: Final = (("Universal", "Physical", "Stealth", "Maneuver", "Melee", "Craft"),)
"""A die with Stealth on face 3, Maneuver on face 4, and Craft on face 6."""


def spawn(table: Play, name: str) -> str:
    """Add a sample creature; return its id."""
    return table.the(CreatureAppeared, SpawnSample(sample=name)).creature.id


def build(table: Play, *dice: Run, kind: Any = "beast") -> str:  # noqa: ANN401 a kind of creature
    """Build a creature as the game master; return its id."""
    new = NewCreature(name="it", kind=kind, dice=dice)
    return table.the(CreatureAppeared, BuildCreature(creature=new)).creature.id


def roll_task(
    table: Play, who: str, skill: SkillName, faces: Sequence[int]
) -> int | None:  # fmt: skip
    """Roll these faces for a task against a number; return the counted successes."""
    called = CallTask(creature=who, aim="try it", terms=Terms(skill=skill, number=1))
    task = table.the(TaskProposed, called).task.id
    return table.the(TaskSettled, RollTask(task=task), *faces).successes


@pytest.mark.rule("BN-EQ-02", "BN-EX-52", "BN-R-204")
@pytest.mark.parametrize(
    ("levels", "difficulty", "dice"), [(1, "Easy", 3), (2, "Easy", 4), (1, "Average", 6), (2, "Average", 8)]
)
def test_missing_tools_make_a_craft_task_harder(levels: int, difficulty: DifficultyName, dice: int) -> None:
    """If the game master says that tools are missing, a task is one level harder.

    `missing_tool_levels` changes the number of levels.
    """
    table = Play() if levels == 1 else Play(tasks={"missing_tool_levels": levels})
    bob = table.one(dice=SNEAK)
    terms = Terms(skill="Craft", difficulty=difficulty, circumstances=Circumstances(aids=("tool_missing",)))
    task = table.the(TaskProposed, CallTask(creature=bob, aim="mend the cart", terms=terms)).task.id

    assert dice * (6,) == table.the(TaskRolled, RollTask(task=task), UNIVERSAL, *dice * (6,)).challenge


@pytest.mark.rule("BN-EQ-10", "BN-EX-28", "BN-EQ-11")
def test_boots_of_stealth_add_a_success() -> None:
    """Worn boots add their success to a Stealth task, but not to a Maneuver task.

    Stowed boots add no success.
    """
    table = Play()
    bob = table.one(dice=SNEAK, items=("Boots of Stealth",))

    assert 2 == roll_task(table, bob, "Stealth", (3, 1))
    assert 1 == roll_task(table, bob, "Stealth", (3, 4))
    assert 1 == roll_task(table, bob, "Maneuver", (4,))
    table.do(StowItem(creature=bob, item=table.item_named(bob, "Boots of Stealth")), seat="ann")
    assert 1 == roll_task(table, bob, "Stealth", (3,))


@pytest.mark.rule("BN-EQ-01", "BN-EQ-03")
def test_stowed_items_are_not_rolled() -> None:
    """Worn armor is rolled with every task; stowed armor is not. A tool kit has no die."""
    table = Play()
    bob = table.one(dice=SNEAK, items=("Light armor (leather)", "Carpenter's tool kit"))
    assert 0 == roll_task(table, bob, "Stealth", (3, 2))
    table.do(StowItem(creature=bob, item=table.item_named(bob, "Light armor (leather)")))

    assert 1 == roll_task(table, bob, "Stealth", (3,))


@pytest.mark.rule("BN-R-058")
@pytest.mark.parametrize(("reading", "left"), [("both", 1), ("either", 2)])
def test_a_face_of_encumbrance_and_defence_gives_both_or_either(reading: str, left: int) -> None:
    """In a Stealth task a tower shield's encumbrance removes one of two successes.

    If `enc_defense_face` is `either`, the owner can count the face as Defend, and loses no success.
    """
    table = Play(dice={"enc_defense_face": reading})
    bob = table.one(dice=2 * SNEAK, items=("Tower shield",))

    assert left == roll_task(table, bob, "Stealth", (3, 3, 4))


@pytest.mark.rule("BN-R-056")
@pytest.mark.parametrize(("face", "successes"), [(1, 1), (2, 1), (3, 2), (6, 3)])
def test_a_doubled_face_of_a_beast_is_as_many_successes(face: int, successes: int) -> None:
    """A face with a double Defend counts as two successes, and one with a triple Defend as three."""
    table = Play()

    assert successes == roll_task(table, build(table, Run(n=1, die="Armored")), "Defend", (face,))


@pytest.mark.rule("BN-R-052", "BN-R-057", "BN-BEAST-02")
@pytest.mark.parametrize(("reading", "left"), [("counts_as_physical", 3), ("counts_nothing", 2)])
def test_a_borrowed_physical_face_counts_for_a_beast(reading: str, left: int) -> None:
    """A Barrow Wight's Fighter dice count in Maneuver with Physical, Maneuver and Universal faces.

    If `beast_physical_face` is `counts_nothing`, Physical does not count for beasts. For a mercenary the same faces
    always count.
    """
    table = Play(dice={"beast_physical_face": reading})

    assert left == roll_task(table, spawn(table, "Barrow Wight"), "Maneuver", (2, 6, 1, 2, 2, 2))
    assert 3 == roll_task(table, spawn(table, "Mercenary"), "Maneuver", (2, 6, 1, 5))


@pytest.mark.rule("BN-R-057", "BN-BEAST-01")
def test_beasts_do_without_physical_and_mental() -> None:
    """In Perception, only a wolf's Universal and Perception faces count.

    The wolf cannot try a skill without its icon.
    """
    table = Play()
    wolf = spawn(table, "Wolf")

    assert 3 == roll_task(table, wolf, "Perception", (5, 3, 1))
    assert 0 == roll_task(table, wolf, "Perception", (2, 2, 2))
    table.no(MayNotTry, CallTask(creature=wolf, aim="haggle", terms=Terms(skill="Merchant")))


@pytest.mark.rule("BN-BEAST-01")
def test_a_beast_falls_and_dies_like_any_creature() -> None:
    """Three damage cost a wolf its three dice, and six kill it."""
    for amount, dead in ((2, False), (3, False), (5, False), (6, True)):
        table = Play()
        wolf = spawn(table, "Wolf")
        table.do(DealDamage(creature=wolf, amount=amount))
        if amount >= 3:
            assert (True, dead) == (table.who(wolf).down, table.who(wolf).dead)
        else:
            assert not table.who(wolf).down


@pytest.mark.rule("BN-CAST-01")
def test_the_cast_has_the_caps_and_classes_of_characters() -> None:
    """A commoner with one Merchant icon has at most two Merchant successes, and cannot try Healer."""
    table = Play()
    one = build(table, Run(n=1, die="Commoner"), Run(n=2, die="Craftsman"), kind="cast")

    assert 2 == roll_task(table, one, "Merchant", (6, 1, 1))
    table.no(MayNotTry, CallTask(creature=one, aim="heal", terms=Terms(skill="Healer")))


@pytest.mark.rule("BN-CI-27")
def test_a_character_plays_once_its_equipment_is_agreed() -> None:
    """Until its equipment is agreed, a character can neither try tasks nor be called to one."""
    table = Play()
    bob = table.one(ready=False)
    table.no(NotReady, Attempt(creature=bob, aim="climb"), seat="ann")
    table.no(NotReady, CallTask(creature=bob, aim="climb", terms=Terms(skill="Maneuver", number=1)))
    fight = StartCombat(fighters=(Entrant(creature=bob, side="ours"),))
    table.no(NotReady, fight)
    table.do(AgreeEquipment(creature=bob))
    table.do(fight)
    table.do(EndCombat())
    table.do(Attempt(creature=bob, aim="climb"), seat="ann")
