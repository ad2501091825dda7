"""Task dice compared with an enumeration of all their rolls.

A face may have several *ways* (meanings), of which a side uses one for the highest total.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from shared.kernel.chance import Chance
from shared.kernel.pools.task_sides import Face, TaskDie, TaskSide, Way, useful
from shared.kernel.pools.task_totals import best, score_side, throw_cost
from shared.kernel.pools.tasks import TaskDice
from shared.kernel.refusals import TooCostly
from tests.dice.enumeration import every_way, shares, sum_by
from tests.dice.throwing import BLANK, EITHER, HARM, HURT, ONE, TWO, die, other
from tests.support.sampling import sampled
from tests.support.spec import refuses


def read(one: TaskSide, dice: Sequence[TaskDie], shown: Sequence[Face], *, senses: bool) -> tuple[int, int]:
    """Return a side's best total and its sensing successes.

    Every use of each face is tried with every choice of lost dice.
    """
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
            found.append(_reckon(one, ways, worn, caps=caps, senses=senses))
    return max(found)


def _reckon(one: TaskSide, ways: Sequence[Way], worn: list[int], *, caps: int, senses: bool) -> tuple[int, int]:
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
    """Draw a way of a face, with these counts from 0 to 2."""
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
    """Draw a side with at most this many dice."""
    few = st.integers(0, 3)
    return st.builds(
        TaskSide, dice=st.lists(DICE, max_size=most).map(tuple), cap=st.none() | few, bonus=few,
        loss=st.integers(0, 1), given=st.integers(0, 1),
        darkness=few, cover=few, **{name: st.booleans() for name in FLAGS},
    )  # fmt: skip


def every_show(one: TaskSide) -> Iterator[tuple[Face, ...]]:
    """Yield every combination of faces that a side's dice can show."""
    return product(*(each.faces for each in one.dice))


@settings(max_examples=sampled(30, of=150), deadline=None)
@given(one=sides(4), faces=st.lists(st.integers(0, 5), min_size=4, max_size=4), senses=st.booleans())
def test_the_chosen_reading_of_the_faces_is_the_best(one: TaskSide, faces: list[int], *, senses: bool) -> None:
    """The rules choose the best ways of all faces, found here by trying every way and every lost die."""
    shown = [each.faces[face] for each, face in zip(one.dice, faces, strict=False)]
    found = best(one, list(zip(one.dice, shown, strict=True)), senses=senses)
    assert (found.total, found.senses) == read(one, one.dice, shown, senses=senses)


@pytest.mark.rule("DI-ODDS-01")
@settings(max_examples=sampled(15, of=60), deadline=None)
@given(one=sides(3), senses=st.booleans())
def test_the_odds_of_a_side_agree_with_enumeration(one: TaskSide, *, senses: bool) -> None:
    """The odds of each total equal the share of the face combinations that lead to it."""
    found: dict[tuple[int, int], Fraction] = {}
    for shown in every_show(one):
        scores = read(one, one.dice, shown, senses=senses)
        found[scores] = found.get(scores, Fraction(0)) + Fraction(1, 6 ** len(one.dice))
    assert shares(score_side(one, senses=senses)) == found


@pytest.mark.rule("DI-ODDS-01", "DI-ODDS-03")
@settings(max_examples=sampled(8, of=25), deadline=None)
@given(
    ours=sides(1),
    theirs=st.lists(sides(1), max_size=2),
    challenge=st.integers(0, 1),
    number=st.none() | st.integers(0, 2),
)
def test_the_odds_of_a_task_agree_with_enumeration(
    ours: TaskSide, theirs: list[TaskSide], challenge: int, number: int | None
) -> None:
    """The odds of margins and successes match an enumeration of all rolls."""
    pool = TaskDice(ours=ours, theirs=tuple(theirs), challenge=challenge, number=number, automatic=1)

    def result(chance: Chance) -> tuple[int, bool]:
        outcome = pool.throw(chance, "pool")
        return outcome.margin, outcome.success

    ways = every_way(result)
    assert shares(pool.distribution()) == sum_by(ways, lambda outcome: outcome[0])
    assert pool.also()["success"] == sum_by(ways, lambda outcome: outcome[1]).get(True, Fraction(0))


@pytest.mark.rule("DI-ODDS-01")
def test_shared_sensing_is_part_of_the_odds() -> None:
    """The odds of two sensing dice against two sneaking opponents match an enumeration."""
    seer = TaskSide(dice=(die((Way(successes=1, senses=1),), ONE, ONE),) * 2)
    sneak = TaskSide(dice=(die(ONE, TWO),), sneaks=True, bonus=1)
    pool = TaskDice(ours=seer, theirs=(sneak, replace(sneak, bonus=2)))
    ways = every_way(lambda chance: pool.throw(chance, "pool").margin)
    assert shares(pool.distribution()) == ways


@pytest.mark.rule("DI-COST-01")
def test_the_cost_is_known_before_any_work() -> None:
    """The service computes the odds of ten dice with poison and armor.

    It refuses those of forty dice with five poison dice.
    """
    bone = die(ONE, ONE, TWO, (Way(successes=1, eases=1),))
    worn = die(*[(Way(encumbers=number),) for number in (1, 2, 3)], own=False, worn=True)
    poison = die(HARM, HARM, own=False)
    assert TaskDice(ours=TaskSide(dice=(*[bone] * 8, worn, worn, poison)), challenge=12).odds().cost > 0
    many = TaskDice(ours=TaskSide(dice=(*[bone] * 40, worn, worn, *[poison] * 5)))
    with refuses(TooCostly):
        many.odds()
    assert throw_cost(many.ours) > 0


@pytest.mark.rule("DI-COST-01", "DI-CHAR-09")
def test_the_bounds_of_a_margin_equal_those_of_the_odds() -> None:
    """The lowest and highest margin that the plan states, with Nulls and a fixed target, are the bounds of the odds."""
    pool = TaskDice(ours=TaskSide(dice=(die(ONE),)), challenge=1, automatic=2, number=1)
    margins_left = sorted(pool.distribution().weights)
    shape = pool.plan().shape
    assert (shape.low, shape.high) == (margins_left[0], margins_left[-1]) == (-4, -2)


@pytest.mark.rule("DI-COST-01", "DI-CHAR-10")
def test_sneaking_opponents_raise_the_cost_only_if_a_side_senses() -> None:
    """Each further sneaking opponent multiplies the cost only if our side senses.

    The rules then compare all opponents together.
    """
    sneak = TaskSide(dice=(die(ONE, TWO),) * 4, sneaks=True)
    plain, senses = die(ONE), die((Way(successes=1, senses=1),))
    one, two = ([TaskDice(ours=TaskSide(dice=(sort,)), theirs=(sneak,) * n).plan().cost for n in (3, 4)] for sort in
                (plain, senses))  # fmt: skip
    assert one[1] < 2 * one[0]
    assert two[1] > 4 * two[0]


@pytest.mark.rule("DI-CHAR-11", "DI-CHAR-07")
def test_a_second_worn_die_multiplies_the_cost() -> None:
    """A second worn die multiplies the cost, because the encumbrance of each worn die may or may not be eased."""
    easing = TaskDie(faces=((Way(successes=2), Way(successes=1, eases=1)),) * 6)
    worn = other((Way(encumbers=1),), worn=True)
    one, two = (throw_cost(TaskSide(dice=(easing,) * 10 + (worn,) * n)) for n in (1, 2))
    assert two > 4 * one


def test_useful_omits_a_way_that_is_never_better() -> None:
    """`useful` omits a way of a face if another way is at least as good in every respect.

    Less encumbrance counts as better.
    """
    assert useful([Way(successes=1), Way(successes=2)]) == (Way(successes=2),)
    assert useful([Way(encumbers=1), Way()]) == ()
    assert useful([Way(successes=1, nulls=1), Way(sees=1), Way(sees=1)]) == (Way(successes=1, nulls=1), Way(sees=1))
    assert useful([]) == ()
