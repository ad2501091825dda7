"""Difficulty of a task: challenge dice, numbers to reach, ties, and several opponents."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.bones.catalogue import DIFFICULTIES
from services.bones.chapters.rolls.rolls import KeepFaces, NoneToUse, UseAutomatic
from services.bones.chapters.rolls.settling import TaskSettled, TaskTied
from services.bones.chapters.rolls.spiffs import AllowSpiffs, NothingCountsHere, SpiffUseAsked, UseSpiffs
from services.bones.chapters.tasks.rolling import DiceAreRolled, RollTask, TaskRolled
from services.bones.chapters.tasks.tasks import (
    DropTask,
    SetTask,
    WithdrawTask,
)
from services.bones.state.campaign import FORM
from services.bones.state.tasks import Circumstances, Terms
from tests.bones.spiffs import record_roll
from tests.bones.trying import CLIMBER, LOST, NONE, NULL, WON, Tries

LADDER = (
    ("Easy", 2, 0),
    ("Simple", 3, 0),
    ("Average", 4, 0),
    ("Challenging", 6, 0),
    ("Difficult", 8, 0),
    ("Almost Impossible", 12, 0),
    ("Impossible", 12, 2),
)


@pytest.mark.rule("BN-TASK-06", "BN-TASK-10", "BN-CHAL-02")
@pytest.mark.parametrize(
    ("won", "nulls", "success"), [(3, 2, True), (2, 2, False), (1, 0, True), (1, 1, False), (0, 0, False), (4, 3, True)]
)
def test_one_success_left_after_the_nulls_is_enough(won: int, nulls: int, success: bool) -> None:  # noqa: FBT001
    """Each Null cancels one success, and one remaining success is enough."""
    play = Tries()
    bob = play.die("ann", 4)

    faces = (WON,) * won + (LOST,) * (4 - won) + (NULL,) * nulls + (NONE,) * (4 - nulls)
    came = play.comes(play.easy(bob, level="Average"), *faces)

    assert (success, won, nulls, won - nulls) == (came.success, came.successes, came.nulls, came.margin)


@pytest.mark.rule("BN-CHAL-01")
def test_a_challenge_die_has_two_nulls_and_four_blanks() -> None:
    """The first two faces of a challenge die are the Nulls."""
    for face in range(1, 7):
        play = Tries()
        bob = play.die("ann")
        assert int(face <= 2) == play.comes(play.easy(bob), WON, face, NONE).nulls


@pytest.mark.rule(
    "BN-CHAL-04", "BN-CHAL-05", "BN-CHAL-06", "BN-CHAL-07", "BN-CHAL-08", "BN-CHAL-09", "BN-CHAL-10", "BN-CHAL-11",
    "BN-TASK-09", "BN-R-005", "BN-R-152",
)  # fmt: skip
@pytest.mark.parametrize(("level", "dice", "automatic"), LADDER)
def test_the_difficulty_sets_the_challenge_dice(level: str, dice: int, automatic: int) -> None:
    """Each printed level has a fixed number of challenge dice. Automatic Nulls are added without dice."""
    play = Tries()
    bob = play.die("ann", 3)
    task = play.call(bob, difficulty=level)

    happened = play.roll(task, WON, WON, WON, *[NONE] * dice)

    assert (NONE,) * dice == next(one for one in happened if isinstance(one, TaskRolled)).challenge
    (came,) = play.state.results.values()
    assert (automatic, 3 - automatic) == (came.nulls, came.margin)
    assert level in DIFFICULTIES


@pytest.mark.rule("BN-CHAL-11")
def test_impossible_needs_three_successes_without_a_rolled_null() -> None:
    """If no Null is rolled, the two automatic Nulls make two successes fail, and three succeed."""
    for won, success in ((2, False), (3, True)):
        play = Tries()
        bob = play.die("ann", 3)
        task = play.easy(bob, level="Impossible")
        assert success == play.comes(task, *[WON] * won, *[LOST] * (3 - won), *[NONE] * 12).success


@pytest.mark.rule("BN-R-151", "BN-R-204")
@pytest.mark.parametrize(
    ("setting", "levels", "dice", "nulls"),
    [("stay", 1, 12, 2), ("plus_2_auto_nulls_each", 1, 12, 4), ("plus_2_auto_nulls_each", 2, 12, 6)],
)
def test_levels_above_impossible(setting: str, levels: int, dice: int, nulls: int) -> None:
    """By default a level above Impossible counts as Impossible.

    If `beyond_impossible` is `plus_2_auto_nulls_each`, each level above Impossible adds two automatic Nulls.
    """
    play = Tries(tasks={"beyond_impossible": setting, "missing_tool_levels": levels})
    bob = play.die()
    without = Circumstances(aids=("tool_missing",))
    task = play.call(bob, difficulty="Impossible", circumstances=without)

    assert nulls == play.comes(task, WON, *[NONE] * dice).nulls
    simple = play.call(bob, difficulty="Easy", circumstances=without)
    assert 0 == play.comes(simple, WON, *[NONE] * (2 + levels)).nulls


@pytest.mark.rule("BN-R-007", "BN-R-008")
def test_a_total_stops_at_zero_but_a_margin_does_not() -> None:
    """A roll's total is never negative, but its margin can be.

    The game applies the cap first, and then automatic successes, losses and Nulls.
    """
    play = Tries()
    bob = play.die("ann", 2)
    lost = play.call(bob, difficulty="Easy", circumstances=Circumstances(loss=5))
    came = play.comes(lost, WON, WON, NULL, NULL)
    assert (0, -2) == (came.successes, came.margin)

    scholar = play.die("ann", 3, "Universal", "Mental", "Scholar", "blank", "blank", "blank", automatic=1)
    capped = play.call(scholar, "Scholar", difficulty="Easy", circumstances=Circumstances(loss=1))
    assert 3 == play.comes(capped, 1, 2, 3, NONE, NONE).successes
    thief = play.one("ann", [("Universal", "Mental", "Thief", *["blank"] * 3), *[CLIMBER] * 3], automatic=1)
    assert 2 + 1 - 1 == play.comes(
        play.call(thief, "Thief", number=1, circumstances=Circumstances(loss=1)), 1, 1, 1, 1
    ).successes  # fmt: skip


@pytest.mark.rule("BN-R-008")
def test_a_setting_puts_automatic_successes_under_the_cap() -> None:
    """If `cap_before_bonus` is false, the cap of two from one Thief icon includes automatic successes."""
    play = Tries(tasks={"cap_before_bonus": False})
    thief = play.one("ann", [("Universal", "Mental", "Thief", *["blank"] * 3), *[CLIMBER] * 3], automatic=1)

    assert 2 - 1 == play.comes(
        play.call(thief, "Thief", number=1, circumstances=Circumstances(loss=1)), 1, 1, 1, 1
    ).successes  # fmt: skip


@pytest.mark.rule("BN-R-356")
@pytest.mark.parametrize(
    "rule", [{"tasks": {"cap_before_bonus": False}}, {"spiffs": {"bought_success_over_cap": False}}]
)
def test_no_success_is_bought_where_the_cap_leaves_no_room(rule: dict[str, Any]) -> None:
    """With one Thief icon the cap is two.

    A roll of three successes is settled at once; a roll of one success may still be raised.
    """
    faces = ("Universal", "Mental", "Thief", *["blank"] * 3)
    play = Tries(**rule)
    thief = play.one("ann", [faces, *[CLIMBER] * 3])
    play.spiffs("ann", 3)
    play.roll(play.call(thief, "Thief", number=1), 1, 1, 1, 1)
    roll = play.rolled.id
    play.do(KeepFaces(roll=roll), seat="ann")
    assert {} == play.state.rolls
    play.roll(play.call(thief, "Thief", number=1), 1, 6, 6, 6)
    play.do(KeepFaces(roll=play.rolled.id), seat="ann")
    assert "successes" == play.rolled.stage
    use = play.the(SpiffUseAsked, UseSpiffs(creature=thief, use="success", on=play.rolled.id), seat="ann").use.id
    assert 2 == play.the(TaskSettled, AllowSpiffs(use=use)).successes


@pytest.mark.rule("BN-R-356")
@pytest.mark.parametrize(("form", "capped", "waits"), [(FORM, True, False), (FORM, False, True), (1, True, True)])
def test_a_success_that_the_cap_would_take_is_refused(form: int, capped: bool, waits: bool) -> None:  # noqa: FBT001
    """The game refuses to sell a success that the cap would remove.

    Older campaigns sell such a success, and so do campaigns in which bought successes may exceed the cap.
    """
    play = Tries(spiffs={"bought_success_over_cap": not capped}, tasks={"automatic_success": "spent_on_use"})
    play.state = replace(play.state, form=form)
    thief = play.one("ann", [("Universal", "Mental", "Thief", *["blank"] * 3), *[CLIMBER] * 3], automatic=1)
    roll = record_roll(play, thief, stage="successes", skill="Thief", taken=2)
    play.spiffs("ann", 3)
    asked, spent = UseSpiffs(creature=thief, use="success", on=roll), UseAutomatic(roll=roll)
    if waits:
        play.do(asked, seat="ann")
    else:
        refused = play.no(NothingCountsHere, asked, seat="ann")
        assert ("on", "room under the cap of the roll") == (refused.field, refused.needs)
        assert "room under the cap of the roll" == play.no(NoneToUse, spent, seat="ann").needs


@pytest.mark.rule("BN-R-006")
@pytest.mark.parametrize(("setting", "narrator"), [("initiator_fails", "bob"), ("both_fail", None)])
def test_a_tie_fails_for_the_acting_creature(setting: str, narrator: str | None) -> None:
    """When the acting creature ties, its opponent wins and narrates. If `opposed_tie` is `both_fail`, both fail."""
    play = Tries(tasks={"opposed_tie": setting})
    one, other = play.die("ann"), play.die("bob")

    came = play.comes(play.against(one, other), WON, WON)

    assert (False, 0, narrator) == (came.success, came.margin, came.narrator)


@pytest.mark.rule("BN-R-006", "BN-R-256")
def test_a_setting_rolls_ties_again() -> None:
    """If `opposed_tie` is `reroll`, a tied task is rolled again until it is decided, and neither side can withdraw."""
    play = Tries(tasks={"opposed_tie": "reroll"})
    one, other = play.die("ann"), play.die("bob")
    task = play.against(one, other)

    assert TaskTied(task=task) == play.roll(task, WON, WON)[-1]
    assert not play.state.rolls
    play.no(DiceAreRolled, WithdrawTask(task=task), seat="ann")
    play.no(DiceAreRolled, DropTask(task=task, reason="no"))
    play.no(DiceAreRolled, SetTask(task=task, terms=Terms(skill="Stealth", number=1)))
    assert TaskTied(task=task) == play.roll(task, LOST, LOST)[-1]
    assert play.comes(task, WON, LOST).success


@pytest.mark.rule("BN-R-255")
def test_one_roll_is_compared_with_each_opponent() -> None:
    """A roll is compared with each opponent separately.

    A character may sneak past one guard and be seen by the other.
    """
    play = Tries()
    bob, first, second = play.die("ann", 2), play.die("gm", 2), play.die("gm", 2)
    task = play.against(bob, first, second)

    settled = play.the(TaskSettled, RollTask(task=task), WON, 2, WON, LOST, WON, WON)

    assert not settled.success
    assert [(first, True, 1, "ann"), (second, False, 0, None)] == [
        (one.against, one.success, one.margin, one.narrator) for one in settled.results
    ]


@pytest.mark.rule("BN-R-250")
def test_terms_with_a_number_and_terms_without_opposition() -> None:
    """Terms without challenge dice either state a number to reach, or only count successes."""
    play = Tries()
    bob = play.die("ann", 3)

    reached = play.comes(play.call(bob, number=2), WON, WON, LOST)
    assert (True, 0, None) == (reached.success, reached.margin, reached.nulls)
    assert not play.comes(play.call(bob, number=3), WON, WON, LOST).success
    counted = play.comes(play.call(bob), WON, WON, LOST)
    assert (True, 2, 2) == (counted.success, counted.successes, counted.margin)
    assert not play.comes(play.call(bob), LOST, LOST, LOST).success
