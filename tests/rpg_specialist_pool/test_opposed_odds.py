"""The odds of opposed success dice, compared with an enumeration of every outcome of the dice."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, get_args

import pytest

from services.rpg_specialist_pool.opposed import Compared, OpposedRolls
from shared.kernel.chance import Faces, FirstDraw, ProbeTape
from shared.kernel.odds.meter import metered
from shared.kernel.odds.shape import BOUND
from shared.kernel.pools.luck import CRITICAL_FAILURE, CRITICAL_SUCCESS, LuckOutcome, LuckPool, Tier
from shared.kernel.pools.successes import CriticalCount, LuckFloor, LuckInCriticals, SuccessPool
from tests.dice.enumeration import shares

KINDS = {1: 1, 3: 4, 8: 4, 10: 1}
"""One face for each kind of face (1; 2 to 5; 6 to 9; 10), with the number of faces of that kind."""
READINGS = [
    {"in_criticals": luck, "count": count, "floor": floor}
    for luck in get_args(LuckInCriticals)
    for count in get_args(CriticalCount)
    for floor in get_args(LuckFloor)
]
SIZES: list[tuple[int, int, Tier]] = [
    (3, 2, "simple"),
    (4, 1, "basic"),
    (2, 3, "basic"),
    (5, 0, "intermediate"),
    (0, 2, "simple"),
    (0, 0, "master"),
]
Seen = tuple[int, str | None]


def enumerate_rolls(pool: SuccessPool) -> dict[Seen, Fraction]:
    """Enumerate all rolls of a pool; return the probability of each pair of net successes and critical."""
    found: Counter[Seen] = Counter()
    for faces in product(KINDS, repeat=pool.dice + pool.luck):
        tape = Faces(*faces)
        outcome = pool.throw(tape, "roll")
        tape.finish()
        found[outcome.successes, outcome.critical] += prod(KINDS[face] for face in faces)
    return {seen: Fraction(ways, 10 ** (pool.dice + pool.luck)) for seen, ways in found.items()}


def pools(sizes: list[tuple[int, int, Tier]]) -> list[Any]:
    """Return pools of these sizes, with each combination of settings."""
    found = []
    for (dice, luck, tier), reading in product(sizes, READINGS):
        pool = SuccessPool(dice=dice, luck=luck, tier=tier, **reading)
        found.append(pytest.param(pool, id="-".join((str(dice), str(luck), tier, *reading.values()))))
    return found


@pytest.mark.rule("AR-POOL-01")
@pytest.mark.parametrize(
    ("reading", "faces", "luck", "expected"),
    [
        ({}, (10, 6, 1), (), (2, CRITICAL_SUCCESS)),
        ({}, (6,), (10,), (2, None)),
        ({"in_criticals": "full"}, (6,), (10,), (2, CRITICAL_SUCCESS)),
        ({"in_criticals": "full"}, (3,), (1,), (-1, CRITICAL_FAILURE)),
        ({"in_criticals": "full"}, (), (10,), (1, None)),
        ({}, (10, 2), (8,), (2, CRITICAL_SUCCESS)),
        ({"in_criticals": "excluded"}, (10, 2), (8,), (2, None)),
        ({}, (10,), (3,), (0, None)),
        ({"in_criticals": "excluded"}, (10,), (3,), (0, CRITICAL_SUCCESS)),
        ({}, (10, 10, 6), (), (3, CRITICAL_SUCCESS)),
        ({"count": "exactly"}, (10, 10, 6), (), (3, None)),
        ({"count": "exactly"}, (1, 1, 6), (), (1, None)),
        ({}, (2, 3), (4,), (-1, None)),
        ({"floor": "zero"}, (2, 3), (4,), (0, None)),
        ({"floor": "zero"}, (1, 3), (4, 2), (0, CRITICAL_FAILURE)),
    ],
)
def test_settings_decide_how_a_pool_is_read(
    reading: dict[str, Any], faces: tuple[int, ...], luck: tuple[int, ...], expected: Seen
) -> None:
    """Settings decide how Luck dice and extra 10s and 1s count in criticals, and whether results stop at 0."""
    tape = Faces(*faces, *luck)
    outcome = SuccessPool(dice=len(faces), luck=len(luck), **reading).throw(tape, "roll")
    tape.finish()

    assert expected == (outcome.successes, outcome.critical)
    assert (faces, luck, sum(face < 6 for face in faces)) == (outcome.faces, outcome.luck, outcome.failures)


@pytest.mark.rule("AR-POOL-01")
def test_the_default_reading_is_that_of_the_dice_service() -> None:
    """With the default settings, the same faces have the same outcome and odds as in the dice service."""
    for faces in product(KINDS, repeat=4):
        one = LuckPool(dice=3, luck=1).throw(Faces(*faces), "roll")
        assert one == SuccessPool(dice=3, luck=1).throw(Faces(*faces), "roll")
    assert LuckPool(dice=9, luck=4, tier="basic").odds() == SuccessPool(dice=9, luck=4, tier="basic").odds()


@pytest.mark.rule("AR-ODDS-02")
@pytest.mark.parametrize("pool", pools(SIZES))
def test_net_successes_and_criticals_agree_with_enumeration(pool: SuccessPool) -> None:
    """With all settings, the joint and separate odds of net successes and criticals match an enumeration."""
    ways = enumerate_rolls(pool)
    joint = {
        (net, critical): chance for critical, part in pool.by_critical().items() for net, chance in shares(part).items()
    }

    assert ways == joint
    assert shares(pool.distribution()) == marginal(ways, 0)
    assert {name: chance for name, chance in pool.also().items() if chance} == {
        name: chance for name, chance in marginal(ways, 1).items() if name
    }


def marginal(ways: dict[Any, Fraction], place: int) -> dict[Any, Fraction]:
    """Return the marginal probabilities of the component at index `place`."""
    found: dict[Any, Fraction] = {}
    for seen, chance in ways.items():
        found[seen[place]] = found.get(seen[place], Fraction(0)) + chance
    return found


OPPOSED = [
    OpposedRolls(
        ours=SuccessPool(dice=3, luck=1, **reading), theirs=theirs, failure_loses=loses, tie_wins=met,
    )
    for reading in READINGS
    for loses, met in ((False, False), (True, False), (True, True), (False, True))
    for theirs in (SuccessPool(dice=2, luck=2, tier="basic", **reading), 0, 2)
]  # fmt: skip


@pytest.mark.rule("AR-ODDS-02")
@pytest.mark.parametrize("rolls", OPPOSED, ids=range(len(OPPOSED)))
def test_the_odds_of_opposed_rolls_agree_with_enumeration(rolls: OpposedRolls) -> None:
    """The odds of margin, winner and criticals equal those counted over both sides' dice."""
    against = {(rolls.theirs, None): Fraction(1)} if isinstance(rolls.theirs, int) else enumerate_rolls(rolls.theirs)
    expected: dict[Compared, Fraction] = {}
    win = tie = Fraction(0)
    for (net, ours), chance in enumerate_rolls(rolls.ours).items():
        for (other, theirs), their_chance in against.items():
            way = Compared(net - other, ours, theirs, low_tie=net == other and net <= 0)
            expected[way] = expected.get(way, Fraction(0)) + chance * their_chance
            ahead, behind = (_is_lost(theirs), _is_lost(ours)) if rolls.failure_loses else (False, False)
            if ahead == behind:
                ahead, behind = net > other or (rolls.tie_wins and net == other), net < other
            win += chance * their_chance * ahead
            tie += chance * their_chance * (ahead == behind)
    odds = rolls.odds()

    assert expected == shares(rolls.ways())
    assert (win, tie, 1 - win - tie) == tuple(Fraction(part.exact) for part in (odds.win, odds.tie, odds.lose))
    assert marginal(expected, 0) == {int(row.total): Fraction(row.chance.exact) for row in odds.margin.outcomes}
    for side, place in ((odds.ours, 1), (odds.theirs, 2)):
        assert {name: Fraction(chance.exact) for name, chance in side.items()} == {
            name: marginal(expected, place).get(name, 0) for name in (CRITICAL_SUCCESS, CRITICAL_FAILURE)
        }


def _is_lost(critical: str | None) -> bool:
    return critical == CRITICAL_FAILURE


@pytest.mark.rule("AR-ODDS-01")
def test_the_cost_of_opposed_odds_is_known_beforehand() -> None:
    """The odds of even the largest pools cost less than the limit, and no more than the estimate."""
    most = SuccessPool(dice=100, luck=100, tier="master", in_criticals="full")
    rolls = OpposedRolls(ours=most, theirs=most, failure_loses=True)
    small = OpposedRolls(ours=SuccessPool(dice=5, luck=2, tier="basic"), theirs=SuccessPool(dice=4))

    with metered(None) as meter:
        odds = rolls.odds()
    assert 0 < small.cost == small.odds().cost < rolls.cost == odds.cost <= BOUND
    assert rolls.cost // 16 < meter.spent <= rolls.cost
    assert odds.win == odds.lose


def test_a_dry_run_shows_the_pool_before_its_draw() -> None:
    """A dry run stops at the first draw and shows the pool that would be rolled. An empty pool needs no draw."""
    pool = SuccessPool(dice=2, luck=1, floor="zero")
    with pytest.raises(FirstDraw) as stop:
        ProbeTape().draw(pool, "attack")

    assert (pool, "attack") == (stop.value.pool, stop.value.purpose)
    empty = ProbeTape().draw(SuccessPool(dice=0), "attack")
    assert LuckOutcome(faces=(), luck=(), successes=0, failures=0, critical=None) == empty
