"""Task dice: faces with several readings, harm, caps, bonuses, losses, and opposition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from services.dice.chapters.rolls import TooManyReadings, complete
from services.dice.views.rendering import render_roll
from shared.kernel.chance import Chance, Faces, TableTape
from shared.kernel.pools.task_sides import Face, TaskDie, TaskSide, Way, useful
from shared.kernel.pools.task_totals import best, margins, score_side, throw_cost
from shared.kernel.pools.tasks import TaskDice
from shared.kernel.refusals import FacesMissing, TooCostly
from tests.dice.enumeration import every_way, shares, summed
from tests.support.spec import refuses

BLANK: Final[Face] = ()
ONE: Final = (Way(successes=1),)
TWO: Final = (Way(successes=2),)
HARM: Final = (Way(harm=1),)
HURT: Final = (Way(hurt=1),)


def die(*faces: Face, **more: Any) -> TaskDie:  # noqa: ANN401 fields of a die
    """Return a die with these faces and blanks."""
    return TaskDie(faces=(*faces, *[BLANK] * (6 - len(faces))), **more)


def side(*shown: Face, **more: Any) -> TaskSide:  # noqa: ANN401 fields of a side
    """Return a side with a certain result: its dice have one face each."""
    return TaskSide(dice=tuple(TaskDie(faces=(face,) * 6) for face in shown), **more)


def total(one: TaskSide, **against: Any) -> int:  # noqa: ANN401 fields of a throw
    """Return a side's total with the first face of each die."""
    pool = TaskDice(ours=one, **against)
    outcome = pool.throw(Faces(*[1] * (pool.dice_thrown() - pool.challenge), *[6] * pool.challenge), "pool")
    return outcome.margin


def other(face: Face, **more: Any) -> TaskDie:  # noqa: ANN401 fields of a die
    """Return a die of another source with a certain face."""
    return TaskDie(faces=(face,) * 6, own=False, **more)


def joined(one: TaskSide, *dice: TaskDie) -> TaskSide:
    """Return a side with more dice."""
    return replace(one, dice=(*one.dice, *dice))


EITHER: Final = (Way(successes=1), Way(sees=1))


@pytest.mark.rule("DI-CHAR-04")
def test_each_face_is_read_in_the_way_that_is_best_for_the_total() -> None:
    """A face is a success or saves two from darkness, whichever gives more."""
    assert total(side(EITHER)) == 1
    assert total(side(EITHER, TWO, darkness=1)) == 2
    assert total(side(EITHER, TWO, darkness=2)) == 2
    assert total(side(EITHER, EITHER, TWO, ONE, darkness=4)) == 3
    assert total(side((Way(successes=1), Way(successes=2)))) == 2


@pytest.mark.rule("DI-CHAR-04")
def test_of_equal_totals_the_one_that_senses_most_is_read() -> None:
    """Successes above the cap are worthless, so the other reading is chosen."""
    sneaking = side(TWO, sneaks=True)
    pool = TaskDice(ours=side(ONE, (Way(successes=1), Way(senses=1)), cap=1), theirs=(sneaking,))
    assert pool.throw(Faces(1, 1, 1), "pool").margin == 1


@pytest.mark.rule("DI-CHAR-05")
def test_cap_then_bonus_then_what_is_lost() -> None:
    """The bonus may exceed the cap unless a setting forbids it; a total is at least 0."""
    assert total(side(TWO, TWO, cap=2, bonus=1, loss=1)) == 2
    assert total(side(TWO, TWO, cap=2, bonus=1, loss=1, bonus_in_cap=True)) == 1
    assert total(side(ONE, cap=2, bonus=3, bonus_in_cap=True)) == 2
    assert total(side(TWO, TWO, loss=9)) == 0
    assert total(side(ONE, given=2)) == 3
    assert total(side(ONE, given=2, cap=2, bonus=1)) == 3
    assert total(side(TWO, (Way(nulls=1),))) == 1
    assert total(side(ONE, (Way(nulls=5),))) == 0


@pytest.mark.rule("DI-CHAR-06")
def test_harm_takes_the_least_useful_die_that_showed_a_success() -> None:
    """Harm cannot take a blank die while a success is there; hurt may."""
    assert total(joined(side(ONE, TWO), other(HARM))) == 2
    assert total(joined(side(ONE, TWO, BLANK), other(HARM))) == 2
    assert total(joined(side(ONE, TWO, BLANK), other(HURT))) == 3
    assert total(joined(side(ONE, TWO, BLANK), other(HURT), other(HARM))) == 2
    assert total(joined(side(BLANK, BLANK, bonus=1), other(HARM))) == 1
    assert total(joined(side(ONE, ONE, ONE), other(HARM), other(HARM))) == 1
    assert total(joined(side(ONE, ONE, ONE, once=True), other(HARM), other(HARM))) == 2


@pytest.mark.rule("DI-CHAR-06")
def test_what_a_die_is_worth_decides_which_is_lost() -> None:
    """A die that also eases is kept, and dice above the cap are lost first."""
    worn = other((Way(encumbers=2),), worn=True)
    easing = (Way(successes=1, eases=1),)
    assert total(joined(side(ONE, easing, TWO), worn, other(HARM))) == 3
    assert total(joined(side(ONE, TWO, cap=2), other(HARM))) == 2


@pytest.mark.rule("DI-CHAR-06")
def test_a_side_that_lost_all_its_dice_comes_to_nothing() -> None:
    """Its bonus and other dice do not count; by setting lost faces count."""
    assert total(joined(side(ONE, bonus=3), other(TWO), other(HARM))) == 0
    assert total(joined(side(ONE, ONE), other(TWO), other(HARM))) == 3
    assert total(joined(side(ONE, ONE, kept=True), other(TWO), other(HARM))) == 4
    assert total(joined(side(ONE, kept=True), other(TWO), other(HARM))) == 0
    assert total(TaskSide(dice=(other(TWO), other(HARM)))) == 2


@pytest.mark.rule("DI-CHAR-06")
def test_a_lost_die_takes_what_it_is_worth_off_the_cap() -> None:
    """The cap of 2 becomes 1, unless a die that does not lower it can be lost instead."""
    dear, cheap = TaskDie(faces=(TWO,) * 6, caps=1), TaskDie(faces=(TWO,) * 6)
    assert total(TaskSide(dice=(dear, dear, other(HARM)), cap=2)) == 1
    assert total(TaskSide(dice=(dear, cheap, other(HARM)), cap=2)) == 2
    assert total(TaskSide(dice=(dear, dear, other(HARM)), cap=2, kept=True)) == 1


@pytest.mark.rule("DI-CHAR-07")
def test_easing_undoes_what_the_heaviest_worn_die_encumbers_by() -> None:
    """By setting it undoes one point; only worn dice are eased."""
    worn = [other((Way(encumbers=2),), worn=True), other((Way(encumbers=1),), worn=True)]
    plain, easing = side(TWO, ONE), side(TWO, (Way(successes=1, eases=1),))
    assert total(joined(plain, *worn)) == 0
    assert total(joined(easing, *worn)) == 2
    assert total(joined(replace(easing, points=True), *worn)) == 1
    assert total(joined(easing, other((Way(encumbers=2),)))) == 1


@pytest.mark.rule("DI-CHAR-07")
def test_encumbrance_may_leave_firm_successes_alone() -> None:
    """If it takes icons only, it takes at most as many as there are."""
    shown = (Way(successes=1, firm=1),), ONE, (Way(encumbers=3),)
    assert total(side(*shown)) == 0
    assert total(side(*shown, icons_only=True)) == 1


@pytest.mark.rule("DI-CHAR-08")
def test_darkness_and_cover_cost_less_to_those_who_see_and_aim() -> None:
    """Each saves two; aim helps against cover, and by setting against darkness."""
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
def test_what_is_left_of_a_total(against: dict[str, Any], faces: Sequence[int], margin: int, *, success: bool) -> None:
    """Nulls, a number and the highest opponent are subtracted; a tie with an opponent fails."""
    outcome = TaskDice(ours=side(TWO), **against).throw(Faces(1, *faces), "pool")
    assert (outcome.margin, outcome.success) == (margin, success)


@pytest.mark.rule("DI-CHAR-09")
def test_a_tie_that_is_rolled_again_leaves_the_odds_of_the_rest() -> None:
    """One die against one wins 5 of 36 on each side, so the chance is even."""
    coin = TaskSide(dice=(die(ONE),))
    odds = TaskDice(ours=coin, theirs=(coin,), tie="again").odds()
    assert {name: one.exact for name, one in odds.also.items()} == {"success": "1/2", "tie": "13/18"}
    assert TaskDice(ours=coin, theirs=(coin,)).odds().also["success"].exact == "5/36"
    nothing = TaskDice(ours=TaskSide(), theirs=(TaskSide(),), tie="again").odds()
    assert nothing.also["success"].exact == "0"


@pytest.mark.rule("DI-CHAR-10")
def test_what_is_sensed_is_taken_from_those_who_sneak() -> None:
    """Each sense takes two, to 0 at least."""
    sensing = side((Way(successes=1, senses=1),))
    assert total(sensing, theirs=(side(TWO, ONE, sneaks=True),)) == 0
    assert total(sensing, theirs=(side(ONE, sneaks=True),)) == 1
    assert total(sensing, theirs=(side(TWO, ONE),)) == -2
    assert total(side(TWO, ONE, sneaks=True), theirs=(sensing,)) == 0


@pytest.mark.rule("DI-CHAR-10")
def test_several_who_sneak_share_what_is_sensed() -> None:
    """It goes first to opponents that can be beaten, and the rest to the highest."""
    hidden = [True, True, True]
    assert margins((2, 1), [(9, 0), (3, 0), (2, 0)], sneaks=False, sneaking=hidden) == (-7, 1, 0)
    assert margins((2, 2), [(9, 0), (3, 0), (2, 0)], sneaks=False, sneaking=hidden) == (-7, 1, 2)
    assert margins((2, 3), [(9, 0), (3, 0), (2, 0)], sneaks=False, sneaking=hidden) == (-5, 1, 2)
    assert margins((2, 1), [(9, 0), (1, 0)], sneaks=False, sneaking=[True, False]) == (-5, 1)
    assert margins((0, 1), [(2, 0)], sneaks=False, sneaking=[True]) == (0,)


@pytest.mark.rule("DI-CHAR-11")
def test_too_many_ways_are_refused_before_anything_is_rolled() -> None:
    """Forty dice with six readings each are refused; two are rolled."""
    ways = tuple(Way(successes=10 - at, senses=at) for at in range(1, 7))
    unlike = [TaskDie(faces=((replace(ways[0], eases=at % 20), *ways[1:]),) * 6) for at in range(40)]
    with refuses(TooManyReadings):
        complete(TaskDice(ours=TaskSide(), theirs=(TaskSide(dice=tuple(unlike)),)), {})
    few = TaskDice(ours=TaskSide(dice=tuple(unlike[:2])))
    assert complete(few, {}) == few


def test_a_task_is_written_in_one_line() -> None:
    """The line has each side's total, the challenge dice and the margin."""
    alone = TaskDice(ours=side(TWO, BLANK), challenge=1)
    opposed = TaskDice(ours=side(TWO), theirs=(side(ONE),))
    assert render_roll(alone, alone.throw(Faces(1, 1, 2), "pool")).text == "(1, 1) → 2 against (2) = 1, success"
    assert render_roll(opposed, opposed.throw(Faces(1, 1), "pool")).text == "(1) → 2 against (1) → 1 = 1, success"


@pytest.mark.rule("DI-CHAR-12")
def test_dice_fall_together() -> None:
    """One draw has our dice, theirs, then the challenge dice."""
    tape, pool = Faces(1, 2, 3), TaskDice(ours=side(ONE), theirs=(side(ONE),), challenge=1)
    outcome = pool.throw(tape, "x")
    tape.finish()
    assert ["x"] == [draw.purpose for _, draw in tape.taken]
    with refuses(FacesMissing) as refused:
        pool.throw(TableTape([1, 2]), "x")
    assert ('at least 3, 3 of them for "x"', 2) == (refused.value.needs, refused.value.has)
    assert (outcome.ours.faces, outcome.theirs[0].faces, outcome.challenge, outcome.nulls) == ((1,), (2,), (3,), 0)


# ---------------------------------------------------------------- against a slow reading of the same rules


def read(one: TaskSide, dice: Sequence[TaskDie], shown: Sequence[Face], *, senses: bool) -> tuple[int, int]:
    """Enumerate every choice of readings and lost dice; return the best total and what it senses."""
    harm = sum(face[0].harm for face in shown if face)
    hurt = sum(face[0].hurt for face in shown if face)
    harm = min(harm, 1) if one.once else harm
    own = [place for place, each in enumerate(dice) if each.own]
    if own and harm + hurt >= len(own):
        return 0, 0
    showing = [place for place in own if any(way.successes for way in shown[place])]
    found = [(0, 0)]
    lost = harm + hurt if own else 0
    for gone in combinations(own, lost):
        if lost and len({*gone} & {*showing}) < min(harm, len(showing)):
            continue
        left = [place for place in range(len(dice)) if one.kept or place not in gone]
        caps = sum(dice[place].caps for place in gone)
        for ways in product(*((shown[place] or (Way(),)) for place in left)):
            worn = [way.encumbers for way, place in zip(ways, left, strict=True) if dice[place].worn]
            found.append(_reckoned(one, ways, worn, caps=caps, senses=senses))
    return max(found)


def _reckoned(one: TaskSide, ways: Sequence[Way], worn: list[int], *, caps: int, senses: bool) -> tuple[int, int]:
    def of(name: str) -> int:
        return sum(getattr(way, name) for way in ways)

    most = 1000 if one.cap is None else max(one.cap - caps, 0)
    got = min(of("successes") + one.given, most) + one.bonus
    got = min(got, most) if one.bonus_in_cap else got
    heavy = sum(worn)
    for weight in sorted(worn, reverse=True)[: of("eases")] if not one.points else [1] * min(heavy, of("eases")):
        heavy -= weight
    heavy += of("encumbers") - sum(worn)
    if one.icons_only:
        heavy = min(heavy, max(got - of("firm") - one.bonus, 0))
    dark, aimed = max(one.darkness - 2 * of("sees"), 0), 2 * of("aims")
    join = max if one.greater_only else lambda *both: sum(both)
    unseen = join(dark, max(one.cover - aimed, 0)) if one.cover_only else max(join(dark, one.cover) - aimed, 0)
    return max(got - heavy - unseen - of("nulls") - one.loss, 0), of("senses") if senses else 0


def small(*names: str) -> st.SearchStrategy[Way]:
    """Draw a reading with small numbers."""
    return st.builds(Way, **{name: st.integers(0, 2) for name in names})


PLAIN: Final = st.builds(
    lambda way, firm: replace(way, firm=min(firm, way.successes)),
    small("successes", "nulls", "encumbers", "eases", "sees", "aims", "senses"),
    st.integers(0, 2),
)
FACES: Final = st.one_of(
    st.just(BLANK), st.sampled_from([ONE, TWO, HARM, HURT, EITHER]), st.lists(PLAIN, min_size=1, max_size=3).map(tuple)
)
DICE: Final = st.builds(
    TaskDie,
    faces=st.lists(FACES, min_size=6, max_size=6).map(tuple),
    own=st.booleans(),
    worn=st.booleans(),
    caps=st.integers(0, 2),
)
FLAGS: Final = ("bonus_in_cap", "points", "icons_only", "cover_only", "greater_only", "kept", "once", "sneaks")


def sides(most: int) -> st.SearchStrategy[TaskSide]:
    """Draw a side of few dice."""
    few = st.integers(0, 3)
    return st.builds(
        TaskSide, dice=st.lists(DICE, max_size=most).map(tuple), cap=st.none() | few, bonus=few,
        loss=st.integers(0, 1), given=st.integers(0, 1),
        darkness=few, cover=few, **{name: st.booleans() for name in FLAGS},
    )  # fmt: skip


def every_show(one: TaskSide) -> Iterator[tuple[Face, ...]]:
    """Yield all combinations that a side's dice can show."""
    return product(*(each.faces for each in one.dice))


@settings(max_examples=150, deadline=None)
@given(one=sides(4), faces=st.lists(st.integers(0, 5), min_size=4, max_size=4), senses=st.booleans())
def test_no_other_reading_is_better(one: TaskSide, faces: list[int], *, senses: bool) -> None:
    """No other choice of readings and lost dice has a higher total."""
    shown = [each.faces[face] for each, face in zip(one.dice, faces, strict=False)]
    found = best(one, list(zip(one.dice, shown, strict=True)), senses=senses)
    assert (found.total, found.senses) == read(one, one.dice, shown, senses=senses)


@pytest.mark.rule("DI-ODDS-01")
@settings(max_examples=60, deadline=None)
@given(one=sides(3), senses=st.booleans())
def test_the_odds_of_a_side_are_those_of_every_show(one: TaskSide, *, senses: bool) -> None:
    """Each total is as frequent as the faces that lead to it."""
    found: dict[tuple[int, int], Fraction] = {}
    for shown in every_show(one):
        scores = read(one, one.dice, shown, senses=senses)
        found[scores] = found.get(scores, Fraction(0)) + Fraction(1, 6 ** len(one.dice))
    assert shares(score_side(one, senses=senses)) == found


@pytest.mark.rule("DI-ODDS-01", "DI-ODDS-03")
@settings(max_examples=25, deadline=None)
@given(
    ours=sides(1),
    theirs=st.lists(sides(1), max_size=2),
    challenge=st.integers(0, 1),
    number=st.none() | st.integers(0, 2),
)
def test_the_odds_of_a_task_agree_with_enumeration(
    ours: TaskSide, theirs: list[TaskSide], challenge: int, number: int | None
) -> None:
    """Margins and successes have the same chances as when thrown."""
    pool = TaskDice(ours=ours, theirs=tuple(theirs), challenge=challenge, number=number, automatic=1)

    def seen(chance: Chance) -> tuple[int, bool]:
        outcome = pool.throw(chance, "pool")
        return outcome.margin, outcome.success

    ways = every_way(seen)
    assert shares(pool.distribution()) == summed(ways, lambda outcome: outcome[0])
    assert pool.also()["success"] == summed(ways, lambda outcome: outcome[1]).get(True, Fraction(0))


@pytest.mark.rule("DI-ODDS-01")
def test_shared_sensing_is_part_of_the_odds() -> None:
    """Two sneaking opponents and two sensing dice have the odds of an enumeration."""
    seer = TaskSide(dice=(die((Way(successes=1, senses=1),), ONE, ONE),) * 2)
    sneak = TaskSide(dice=(die(ONE, TWO),), sneaks=True, bonus=1)
    pool = TaskDice(ours=seer, theirs=(sneak, replace(sneak, bonus=2)))
    ways = every_way(lambda chance: pool.throw(chance, "pool").margin)
    assert shares(pool.distribution()) == ways


@pytest.mark.rule("DI-COST-01")
def test_the_cost_is_known_before_any_work() -> None:
    """Ten dice with poison and armor are allowed; twenty dice with five ways to ease are refused."""
    bone = die(ONE, ONE, TWO, (Way(successes=1, eases=1),))
    worn = die(*[(Way(encumbers=number),) for number in (1, 2, 3)], own=False, worn=True)
    poison = die(HARM, HARM, own=False)
    assert TaskDice(ours=TaskSide(dice=(*[bone] * 8, worn, worn, poison)), challenge=12).odds().cost > 0
    many = TaskDice(ours=TaskSide(dice=(*[bone] * 40, worn, worn, *[poison] * 5)))
    with refuses(TooCostly):
        many.odds()
    assert throw_cost(many.ours) > 0


@pytest.mark.rule("DI-COST-01", "DI-CHAR-09")
def test_the_bounds_of_a_task_hold_all_that_may_be_left() -> None:
    """Nulls and a number are subtracted from both bounds."""
    pool = TaskDice(ours=TaskSide(dice=(die(ONE),)), challenge=1, automatic=2, number=1)
    margins_left = sorted(pool.distribution().weights)
    shape = pool.plan().shape
    assert (shape.low, shape.high) == (margins_left[0], margins_left[-1]) == (-4, -2)


@pytest.mark.rule("DI-COST-01", "DI-CHAR-10")
def test_only_what_is_sensed_is_shared_out_at_a_price() -> None:
    """Only a side that senses is compared with all sneaking opponents together."""
    sneak = TaskSide(dice=(die(ONE, TWO),) * 4, sneaks=True)
    plain, senses = die(ONE), die((Way(successes=1, senses=1),))
    one, two = ([TaskDice(ours=TaskSide(dice=(sort,)), theirs=(sneak,) * n).plan().cost for n in (3, 4)] for sort in
                (plain, senses))  # fmt: skip
    assert one[1] < 2 * one[0]
    assert two[1] > 4 * two[0]


@pytest.mark.rule("DI-CHAR-11", "DI-CHAR-07")
def test_each_worn_die_that_may_be_eased_multiplies_what_there_is_to_compare() -> None:
    """Its encumbrance may be undone or not."""
    easing = TaskDie(faces=((Way(successes=2), Way(successes=1, eases=1)),) * 6)
    worn = other((Way(encumbers=1),), worn=True)
    one, two = (throw_cost(TaskSide(dice=(easing,) * 10 + (worn,) * n)) for n in (1, 2))
    assert two > 4 * one


def test_ways_that_give_less_than_another_are_left_out() -> None:
    """Hindering less counts as giving more."""
    assert useful([Way(successes=1), Way(successes=2)]) == (Way(successes=2),)
    assert useful([Way(encumbers=1), Way()]) == ()
    assert useful([Way(successes=1, nulls=1), Way(sees=1), Way(sees=1)]) == (Way(successes=1, nulls=1), Way(sees=1))
    assert useful([]) == ()
