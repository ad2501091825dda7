"""The odds of an attack decided by totals, compared with an enumeration of every outcome of the dice."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from typing import Any, Final, get_args

import pytest
from msgspec.structs import replace

from services.rpg_specialist_total import defended
from services.rpg_specialist_total.defended import OUTCOMES, CriticalSource, DefendedAttack, TotalsFloor
from shared.kernel.odds.meter import metered
from shared.kernel.odds.plan import carry_out
from shared.kernel.odds.shape import BOUND
from shared.kernel.pools.flip import FlipOutcome, FlipTotal
from shared.kernel.pools.luck import CRITICAL_FAILURE, CRITICAL_SUCCESS
from shared.kernel.refusals import TooCostly
from tests.dice.enumeration import every_way
from tests.dice.tapes import RandomTape

Roll = tuple[int, str | None]
TWO: Final = 2

ONE, TWO_DICE = FlipTotal(dice=1), FlipTotal(dice=2)
BARE = DefendedAttack(to_hit=TWO_DICE)
ATTACKS = {
    "two stages": replace(BARE, evasion=FlipTotal(dice=1, luck=1), block=ONE),
    "two dice each": replace(BARE, evasion=TWO_DICE, block=FlipTotal(dice=1, modifier=-2)),
    "no evasion": DefendedAttack(to_hit=FlipTotal(dice=1, luck=1), block=FlipTotal(dice=2, modifier=1)),
    "no dice": DefendedAttack(to_hit=FlipTotal(dice=2, modifier=-9)),
    "no defence": DefendedAttack(to_hit=FlipTotal(dice=1, modifier=-4), block=FlipTotal(dice=0, modifier=-3)),
    "below 0": DefendedAttack(
        to_hit=FlipTotal(dice=1, modifier=-5),
        evasion=FlipTotal(dice=0, luck=1),
        block=FlipTotal(dice=1, modifier=-7),
    ),
}
READINGS = [
    {"criticals": source, "tie": tie, "floor": floor, "each_roll": each}
    for source in get_args(CriticalSource)
    for each in (False, True)
    for tie in ("hit", "glancing")
    for floor in get_args(TotalsFloor)
]


@cache
def thrown(pool: FlipTotal) -> tuple[tuple[tuple[int, tuple[int, ...]], int], ...]:
    """Enumerate all rolls of a pool.

    Count how often each total occurs with each pair of values of the first two dice.
    """
    ways = every_way(lambda chance: _outcome_of(pool.throw(chance, "roll")))
    common = lcm(*(chance.denominator for chance in ways.values()))
    return tuple((seen, int(chance * common)) for seen, chance in ways.items())


def _outcome_of(outcome: FlipOutcome) -> tuple[int, tuple[int, ...]]:
    return outcome.total, outcome.faces[:TWO]


def rolls_of(pool: FlipTotal, attack: DefendedAttack, *, critical: bool) -> Counter[Roll]:
    """Count how often each total occurs with each critical."""
    found: Counter[Roll] = Counter()
    for (total, first), ways in thrown(pool):
        held = max(total, 0) if attack.floor == "all" else total
        if critical and attack.criticals == "separate_d100":
            for name, share in ((CRITICAL_SUCCESS, 10), (CRITICAL_FAILURE, 1), (None, 89)):
                found[held, name] += ways * share
            continue
        shows = None
        if critical and attack.criticals == "first_two_dice" and len(first) == TWO:
            tens, units = (face % 10 for face in first)
            shows = CRITICAL_SUCCESS if tens == units else CRITICAL_FAILURE if (tens, units) == (0, 1) else None
        found[held, shows] += ways
    return found


def come_to(attack: DefendedAttack, to_hit: Roll, first: Roll, block: Roll) -> str:
    """Return the outcome of an attack with these rolls.

    The order of the checks is: a critical failure of the attack, the first defence roll, the block.
    """
    (hit, ours), (defence, theirs) = to_hit, first
    stopped = "glancing" if attack.evasion is None else "evaded"
    apart = attack.each_roll and attack.evasion is not None
    if ours == CRITICAL_FAILURE:
        return "missed"
    fails_apart = apart and theirs == CRITICAL_FAILURE and ours is None
    if not fails_apart:
        if CRITICAL_SUCCESS == ours != theirs or theirs == CRITICAL_FAILURE:
            return "hit"
        if CRITICAL_SUCCESS == theirs != ours or defence > hit:
            return stopped
    if apart and block[1] != ours:
        return "hit" if ours == CRITICAL_SUCCESS or block[1] == CRITICAL_FAILURE else "glancing"
    total = block[0] + (0 if fails_apart else defence)
    return attack.tie if total == hit else "glancing" if total > hit else "hit"


@pytest.mark.rule("AR-ODDS-03")
@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: "-".join(map(str, reading.values())))
@pytest.mark.parametrize("name", ATTACKS)
def test_the_odds_of_an_attack_agree_with_enumeration(name: str, reading: dict[str, Any]) -> None:
    """The odds of each outcome and of a counterattack equal the odds counted over all dice."""
    attack = replace(ATTACKS[name], **reading)
    evades, blocks = attack.evasion is not None, attack.block.dice + attack.block.luck > 0
    ours = rolls_of(attack.to_hit, attack, critical=True)
    firsts = rolls_of(attack.evasion or attack.block, attack, critical=evades or blocks)
    rolled = rolls_of(attack.block, attack, critical=blocks and attack.each_roll)
    thens = rolled if evades else Counter({(0, None): 1})
    ways: Counter[str] = Counter()
    for (to_hit, one), (first, two), (block, three) in product(ours.items(), firsts.items(), thens.items()):
        ways[come_to(attack, to_hit, first, block)] += one * two * three
        if (to_hit[1], first[1]) == (CRITICAL_FAILURE, CRITICAL_SUCCESS):
            ways["turned back"] += one * two * three
    whole = ours.total() * firsts.total() * thens.total()
    odds = attack.odds()

    chances = [Fraction(ways[outcome], whole) for outcome in OUTCOMES]
    assert chances == [Fraction(getattr(odds, name).exact) for name in OUTCOMES]
    assert sum(chances) == 1
    assert Fraction(ways["turned back"], whole) == Fraction(odds.counterattack.exact)


@pytest.mark.rule("AR-ODDS-03")
@pytest.mark.parametrize("equal", ["hit_for_zero", "glancing"])
@pytest.mark.parametrize("floor", get_args(TotalsFloor))
@pytest.mark.parametrize(
    ("damage", "mitigation"),
    [
        (FlipTotal(dice=2), FlipTotal(dice=1)),
        (FlipTotal(dice=1, luck=1, modifier=-3), FlipTotal(dice=1, luck=1)),
        (FlipTotal(dice=1, modifier=-15), FlipTotal(dice=0, luck=1, modifier=-2)),
        (FlipTotal(dice=0), FlipTotal(dice=0)),
        (FlipTotal(dice=0, modifier=-7), FlipTotal(dice=0, modifier=-9)),
    ],
)
def test_the_damage_of_a_hit_agrees_with_enumeration(
    damage: FlipTotal, mitigation: FlipTotal, floor: TotalsFloor, equal: Any  # noqa: ANN401 a reading
) -> None:  # fmt: skip
    """The odds of damage and of a glancing blow equal those counted over all dice.

    This is so whether or not totals stop at 0.
    """
    attack = DefendedAttack(
        to_hit=FlipTotal(dice=2), damage=damage, mitigation=mitigation, floor=floor, mitigation_equal=equal
    )
    least = -10_000 if floor == "none" else 0
    expected: dict[int, Fraction] = {}
    stopped = Fraction(0)
    ours = every_way(lambda chance: damage.throw(chance, "damage").total)
    theirs = every_way(lambda chance: mitigation.throw(chance, "mitigation").total)
    for (dealt, one), (caught, two) in product(ours.items(), theirs.items()):
        left = max(dealt, least) - max(caught, least)
        expected[max(left, 0)] = expected.get(max(left, 0), Fraction(0)) + one * two
        stopped += one * two * (left < 0 or (left == 0 and equal == "glancing"))
    odds = attack.odds()

    assert expected == {int(row.total): Fraction(row.chance.exact) for row in odds.damage.outcomes}
    assert stopped == Fraction(odds.mitigated.exact)
    average = sum(left * chance for left, chance in expected.items()) * Fraction(odds.hit.exact)
    assert average == Fraction(odds.expected.exact)


def all_of(pool: FlipTotal, source: CriticalSource) -> DefendedAttack:
    """Return an attack that uses the same pool for every roll."""
    return DefendedAttack(
        to_hit=pool, evasion=pool, block=pool, damage=pool, mitigation=pool, criticals=source, floor="all"
    )


@pytest.mark.rule("AR-ODDS-01")
@pytest.mark.parametrize("source", get_args(CriticalSource))
def test_the_cost_of_an_attack_s_odds_is_known_beforehand(source: CriticalSource) -> None:
    """Computing the odds of an attack takes no more work than the cost estimated beforehand."""
    large = all_of(FlipTotal(dice=30, luck=30, modifier=-100), source)
    small = DefendedAttack(to_hit=FlipTotal(dice=4), block=TWO_DICE, criticals=source)

    for attack in (large, small):
        with metered(None) as meter:
            odds = attack.odds()
        assert odds.cost == attack.cost
        assert attack.cost // 16 < meter.spent <= attack.cost
    assert small.cost < large.cost <= BOUND


@pytest.mark.rule("AR-ODDS-01")
def test_odds_that_cost_too_much_are_refused_before_any_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """The service refuses odds whose cost is above the limit, before it does any work.

    The refusal states the cost and the limit.
    """
    attack = all_of(FlipTotal(dice=100, luck=100), "separate_d100")
    monkeypatch.setattr(defended, "sums", None)

    with pytest.raises(TooCostly) as refused:
        attack.odds()
    assert (BOUND, attack.cost) == (refused.value.needs, refused.value.has)


def test_odds_of_large_totals_agree_with_random_throws() -> None:
    """In ten thousand attacks with a dozen dice, each frequency is within four standard deviations of the odds."""
    to_hit, evasion = FlipTotal(dice=9, luck=3, modifier=5), FlipTotal(dice=4, luck=2)
    block = FlipTotal(dice=5, luck=4, modifier=2)
    attack = DefendedAttack(to_hit=to_hit, evasion=evasion, block=block)
    tape, trials = RandomTape(random.Random(11)), 10_000
    found: Counter[str] = Counter()
    for _ in range(trials):
        ours = replace(to_hit, percentile=True).throw(tape, "to hit")
        first = replace(evasion, percentile=True).throw(tape, "evasion")
        then = block.throw(tape, "block")
        found[come_to(attack, (ours.total, ours.critical), (first.total, first.critical), (then.total, None))] += 1
    chances = attack.outcomes()[0]

    assert carry_out(to_hit.plan()).total > 10**9
    for outcome, chance in chances.items():
        deviation = float(trials * chance * (1 - chance)) ** 0.5
        assert abs(found[outcome] - trials * chance) <= 4 * deviation
