"""Task dice: faces with several ways, harm, caps, bonuses, and sensing of sneaking opponents.

A *way* is one of the meanings that a face may have, for example a success, or easing of encumbrance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from services.dice.chapters.rolls import TooManyReadings, complete
from services.dice.views.rendering import render_roll
from shared.kernel.chance import Faces, TableTape
from shared.kernel.pools.task_sides import Face, TaskDie, TaskSide, Way
from shared.kernel.pools.task_totals import margins
from shared.kernel.pools.tasks import TaskDice
from shared.kernel.refusals import FacesMissing
from tests.dice.throwing import BLANK, EITHER, HARM, HURT, ONE, TWO, die, other
from tests.support.spec import refuses


def side(*shown: Face, **more: Any) -> TaskSide:  # noqa: ANN401 fields of a side
    """Return a side with a fixed result: each of its dice has only the given face."""
    return TaskSide(dice=tuple(TaskDie(faces=(face,) * 6) for face in shown), **more)


def total(one: TaskSide, **against: Any) -> int:  # noqa: ANN401 fields of a throw
    """Return a side's total when each die shows its first face."""
    pool = TaskDice(ours=one, **against)
    outcome = pool.throw(Faces(*[1] * (pool.dice_thrown() - pool.challenge), *[6] * pool.challenge), "pool")
    return outcome.margin


def add_dice(one: TaskSide, *dice: TaskDie) -> TaskSide:
    """Return a side with these dice added."""
    return replace(one, dice=(*one.dice, *dice))


@pytest.mark.rule("DI-CHAR-04")
def test_each_face_is_read_for_the_highest_total() -> None:
    """A face counts as a success or restores two successes lost to darkness, whichever makes the higher total."""
    assert total(side(EITHER)) == 1
    assert total(side(EITHER, TWO, darkness=1)) == 2
    assert total(side(EITHER, TWO, darkness=2)) == 2
    assert total(side(EITHER, EITHER, TWO, ONE, darkness=4)) == 3
    assert total(side((Way(successes=1), Way(successes=2)))) == 2


@pytest.mark.rule("DI-CHAR-04")
def test_of_equal_totals_the_reading_that_senses_most_is_chosen() -> None:
    """A success above the cap would add nothing, so the face counts as sensing instead."""
    sneaking = side(TWO, sneaks=True)
    pool = TaskDice(ours=side(ONE, (Way(successes=1), Way(senses=1)), cap=1), theirs=(sneaking,))
    assert pool.throw(Faces(1, 1, 1), "pool").margin == 1


@pytest.mark.rule("DI-CHAR-05")
def test_the_cap_applies_before_the_bonus_and_losses_come_last() -> None:
    """A bonus may exceed the cap unless `bonus_in_cap` is true. A total is never below 0."""
    assert total(side(TWO, TWO, cap=2, bonus=1, loss=1)) == 2
    assert total(side(TWO, TWO, cap=2, bonus=1, loss=1, bonus_in_cap=True)) == 1
    assert total(side(ONE, cap=2, bonus=3, bonus_in_cap=True)) == 2
    assert total(side(TWO, TWO, loss=9)) == 0
    assert total(side(ONE, given=2)) == 3
    assert total(side(ONE, given=2, cap=2, bonus=1)) == 3
    assert total(side(TWO, (Way(nulls=1),))) == 1
    assert total(side(ONE, (Way(nulls=5),))) == 0


@pytest.mark.rule("DI-CHAR-06")
def test_harm_removes_the_least_useful_die_that_shows_a_success() -> None:
    """A face with `harm` removes a blank die only if no die shows a success. A face with `hurt` may remove any die."""
    assert total(add_dice(side(ONE, TWO), other(HARM))) == 2
    assert total(add_dice(side(ONE, TWO, BLANK), other(HARM))) == 2
    assert total(add_dice(side(ONE, TWO, BLANK), other(HURT))) == 3
    assert total(add_dice(side(ONE, TWO, BLANK), other(HURT), other(HARM))) == 2
    assert total(add_dice(side(BLANK, BLANK, bonus=1), other(HARM))) == 1
    assert total(add_dice(side(ONE, ONE, ONE), other(HARM), other(HARM))) == 1
    assert total(add_dice(side(ONE, ONE, ONE, once=True), other(HARM), other(HARM))) == 2


@pytest.mark.rule("DI-CHAR-06")
def test_the_least_valuable_die_is_lost() -> None:
    """A side loses successes above the cap first. It keeps a die that also eases encumbrance."""
    worn = other((Way(encumbers=2),), worn=True)
    easing = (Way(successes=1, eases=1),)
    assert total(add_dice(side(ONE, easing, TWO), worn, other(HARM))) == 3
    assert total(add_dice(side(ONE, TWO, cap=2), other(HARM))) == 2


@pytest.mark.rule("DI-CHAR-06")
def test_a_side_that_lost_all_its_dice_totals_zero() -> None:
    """A side that loses all its dice has total 0, whatever its bonus and other dice.

    If it loses only some dice, and `kept` is true, the lost faces still count.
    """
    assert total(add_dice(side(ONE, bonus=3), other(TWO), other(HARM))) == 0
    assert total(add_dice(side(ONE, ONE), other(TWO), other(HARM))) == 3
    assert total(add_dice(side(ONE, ONE, kept=True), other(TWO), other(HARM))) == 4
    assert total(add_dice(side(ONE, kept=True), other(TWO), other(HARM))) == 0
    assert total(TaskSide(dice=(other(TWO), other(HARM)))) == 2


@pytest.mark.rule("DI-CHAR-06")
def test_a_lost_die_lowers_the_cap() -> None:
    """A lost die may lower the cap, so the side loses a different die if that keeps the cap."""
    dear, cheap = TaskDie(faces=(TWO,) * 6, caps=1), TaskDie(faces=(TWO,) * 6)
    assert total(TaskSide(dice=(dear, dear, other(HARM)), cap=2)) == 1
    assert total(TaskSide(dice=(dear, cheap, other(HARM)), cap=2)) == 2
    assert total(TaskSide(dice=(dear, dear, other(HARM)), cap=2, kept=True)) == 1


@pytest.mark.rule("DI-CHAR-07")
def test_easing_cancels_the_encumbrance_of_the_heaviest_worn_die() -> None:
    """Easing cancels all encumbrance of the heaviest worn die, or one point of it if `points` is true.

    Only worn dice can be eased.
    """
    worn = [other((Way(encumbers=2),), worn=True), other((Way(encumbers=1),), worn=True)]
    plain, easing = side(TWO, ONE), side(TWO, (Way(successes=1, eases=1),))
    assert total(add_dice(plain, *worn)) == 0
    assert total(add_dice(easing, *worn)) == 2
    assert total(add_dice(replace(easing, points=True), *worn)) == 1
    assert total(add_dice(easing, other((Way(encumbers=2),)))) == 1


@pytest.mark.rule("DI-CHAR-07")
def test_encumbrance_may_spare_automatic_successes() -> None:
    """If `icons_only` is true, encumbrance removes only successes that icons show.

    It never reduces them below zero.
    """
    shown = (Way(successes=1, firm=1),), ONE, (Way(encumbers=3),)
    assert total(side(*shown)) == 0
    assert total(side(*shown, icons_only=True)) == 1


@pytest.mark.rule("DI-CHAR-08")
def test_seeing_and_aiming_restore_successes_lost_to_darkness_and_cover() -> None:
    """Seeing restores two successes lost to darkness, and aiming two lost to cover or darkness.

    If `cover_only` is true, aiming restores only successes lost to cover.
    """
    sees, aims = (Way(sees=1),), (Way(aims=1),)
    four = (TWO, TWO)
    assert total(side(*four, darkness=4, cover=2)) == 0
    assert total(side(*four, sees, darkness=4, cover=2)) == 0
    assert total(side(*four, TWO, sees, darkness=4, cover=2)) == 2
    assert total(side(*four, sees, aims, darkness=4, cover=2)) == 2
    assert total(side(*four, aims, aims, darkness=2, cover=1)) == 4
    assert total(side(*four, aims, aims, darkness=2, cover=1, cover_only=True)) == 2
    assert total(side(*four, darkness=2, cover=1, greater_only=True)) == 2
    assert total(side(*four, aims, darkness=1, cover=3, greater_only=True, cover_only=True)) == 3
    assert total(side(*four, aims, darkness=4, cover=3, greater_only=True)) == 2


@pytest.mark.rule("DI-CHAR-09")
@pytest.mark.parametrize(
    ("against", "faces", "margin", "success"),
    [
        ({}, (), 2, True),
        ({"challenge": 2}, (1, 2), 0, False),
        ({"challenge": 2}, (2, 3), 1, True),
        ({"challenge": 1, "automatic": 2}, (3,), 0, False),
        ({"number": 2}, (), 0, True),
        ({"number": 3}, (), -1, False),
        ({"theirs": (side(TWO),)}, (1,), 0, False),
        ({"theirs": (side(ONE),)}, (1,), 1, True),
        ({"theirs": (side(ONE), side(TWO, ONE))}, (1, 1, 1), -1, False),
    ],
)
def test_nulls_numbers_and_opponents_reduce_the_margin(
    against: dict[str, Any], faces: Sequence[int], margin: int, *, success: bool
) -> None:
    """The margin is our total minus Nulls, a fixed target and the highest opponent. A tie with an opponent fails."""
    outcome = TaskDice(ours=side(TWO), **against).throw(Faces(1, *faces), "pool")
    assert (outcome.margin, outcome.success) == (margin, success)


@pytest.mark.rule("DI-CHAR-09")
def test_rerolled_ties_leave_the_odds_of_the_other_results() -> None:
    """A roll of one die against one die wins or loses with probability 5/36 each.

    If ties are rolled again, the probability of each is 1/2.
    """
    coin = TaskSide(dice=(die(ONE),))
    odds = TaskDice(ours=coin, theirs=(coin,), tie="again").odds()
    assert {name: one.exact for name, one in odds.also.items()} == {"success": "1/2", "tie": "13/18"}
    assert TaskDice(ours=coin, theirs=(coin,)).odds().also["success"].exact == "5/36"
    nothing = TaskDice(ours=TaskSide(), theirs=(TaskSide(),), tie="again").odds()
    assert nothing.also["success"].exact == "0"


@pytest.mark.rule("DI-CHAR-10")
def test_sensing_reduces_the_total_of_sneaking_opponents() -> None:
    """Each sensing success takes two from a sneaking opponent's total, but not below 0."""
    sensing = side((Way(successes=1, senses=1),))
    assert total(sensing, theirs=(side(TWO, ONE, sneaks=True),)) == 0
    assert total(sensing, theirs=(side(ONE, sneaks=True),)) == 1
    assert total(sensing, theirs=(side(TWO, ONE),)) == -2
    assert total(side(TWO, ONE, sneaks=True), theirs=(sensing,)) == 0


@pytest.mark.rule("DI-CHAR-10")
def test_sensing_is_shared_among_several_sneaking_opponents() -> None:
    """Sensing counts first against opponents that our side can then beat; the rest counts against the highest one."""
    hidden = [True, True, True]
    assert margins((2, 1), [(9, 0), (3, 0), (2, 0)], sneaks=False, sneaking=hidden) == (-7, 1, 0)
    assert margins((2, 2), [(9, 0), (3, 0), (2, 0)], sneaks=False, sneaking=hidden) == (-7, 1, 2)
    assert margins((2, 3), [(9, 0), (3, 0), (2, 0)], sneaks=False, sneaking=hidden) == (-5, 1, 2)
    assert margins((2, 1), [(9, 0), (1, 0)], sneaks=False, sneaking=[True, False]) == (-5, 1)
    assert margins((0, 1), [(2, 0)], sneaks=False, sneaking=[True]) == (0,)


@pytest.mark.rule("DI-CHAR-11")
def test_too_many_ways_are_refused_before_anything_is_rolled() -> None:
    """Before the roll, the rules refuse forty dice with six different ways for each face, but accept two such dice."""
    ways = tuple(Way(successes=10 - at, senses=at) for at in range(1, 7))
    unlike = [TaskDie(faces=((replace(ways[0], eases=at % 20), *ways[1:]),) * 6) for at in range(40)]
    with refuses(TooManyReadings):
        complete(TaskDice(ours=TaskSide(), theirs=(TaskSide(dice=tuple(unlike)),)), {})
    few = TaskDice(ours=TaskSide(dice=tuple(unlike[:2])))
    assert complete(few, {}) == few


def test_a_task_is_rendered_in_one_line() -> None:
    """A rendered task shows each side's total, the challenge dice and the margin."""
    alone = TaskDice(ours=side(TWO, BLANK), challenge=1)
    opposed = TaskDice(ours=side(TWO), theirs=(side(ONE),))
    assert render_roll(alone, alone.throw(Faces(1, 1, 2), "pool")).text == "(1, 1) → 2 against (2) = 1, success"
    assert render_roll(opposed, opposed.throw(Faces(1, 1), "pool")).text == "(1) → 2 against (1) → 1 = 1, success"


@pytest.mark.rule("DI-CHAR-12")
def test_all_dice_of_a_task_are_one_draw() -> None:
    """One draw contains all dice of a task: our dice, theirs, and then the challenge dice."""
    tape, pool = Faces(1, 2, 3), TaskDice(ours=side(ONE), theirs=(side(ONE),), challenge=1)
    outcome = pool.throw(tape, "x")
    tape.finish()
    assert ["x"] == [draw.purpose for _, draw in tape.taken]
    with refuses(FacesMissing) as refused:
        pool.throw(TableTape([1, 2]), "x")
    assert ('at least 3, 3 of them for "x"', 2) == (refused.value.needs, refused.value.has)
    assert (outcome.ours.faces, outcome.theirs[0].faces, outcome.challenge, outcome.nulls) == ((1,), (2,), (3,), 0)
