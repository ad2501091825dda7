"""Exact odds of an attack: to-hit against evasion and total defence, then damage minus mitigation.

A percentile, or the first two dice of the roll, can make to-hit and defence rolls critical. To keep the cost low,
the calculation first subtracts evasion from to-hit and then compares the difference with the block: one sum and one
comparison.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from math import prod
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.odds import meter, plan, report, sums
from shared.kernel.odds.distribution import Distribution, Number, certain, mean
from shared.kernel.odds.meter import metered
from shared.kernel.odds.plan import Plan
from shared.kernel.odds.report import Exact, Odds, exact
from shared.kernel.odds.shape import MANY, Shape, shape_of_sum, sum_cost
from shared.kernel.pools.flip import PERCENTILE_SIDES, SIDES, FlipTotal, percentile_critical
from shared.kernel.pools.luck import CRITICAL_FAILURE, CRITICAL_SUCCESS
from shared.kernel.pools.pool import WORK

CriticalSource: TypeAlias = Literal["separate_d100", "first_two_dice", "off"]
TotalsFloor: TypeAlias = Literal["damage_and_mitigation", "none", "all"]
Outcome: TypeAlias = Literal["missed", "evaded", "glancing", "hit"]
Decided: TypeAlias = Literal["hit", "stopped"]
Part: TypeAlias = tuple[str | None, Distribution[Number]]
"""A critical result of a roll (None for no critical), with the distribution of the totals that have this result."""
ByCritical: TypeAlias = Mapping[str | None, Distribution[Number]]

OUTCOMES: Final[tuple[Outcome, ...]] = ("missed", "evaded", "glancing", "hit")
NOTHING: Final = FlipTotal(dice=0)
TENS_AND_UNITS: Final = 2
READING: Final = 12
"""The number of calculation steps that each total costs."""
COMPARISONS: Final = 4
"""The maximum number of comparisons between to-hit and defence, one for each combination of their criticals."""


class DefendedOdds(Struct, frozen=True, kw_only=True):
    """The odds of each outcome of an attack, and the odds of its damage.

    `missed`: the attacker failed critically. `glancing`: the total defence stopped the attack. `counterattack`: the
    defender may turn the attack back. `damage`: the damage of a hit after mitigation. `mitigated`: the chance that
    mitigation turns a hit into a glancing blow. `expected`: the average damage of an attack over all outcomes,
    without counterattacks.
    """

    missed: Exact
    evaded: Exact
    glancing: Exact
    hit: Exact
    counterattack: Exact
    damage: Odds
    mitigated: Exact
    expected: Exact
    cost: int = 0


class DefendedAttack(Struct, frozen=True, kw_only=True):
    """An attack, the defence against it, and the campaign's settings for both.

    Without `evasion`, the defender does not evade. A block without dice is a fixed number and has no percentile. With
    `each_roll`, evasion and block have separate criticals, to-hit is compared first with the evasion and then with the
    block, and an evasion that failed critically adds nothing. Otherwise the critical of the first roll counts for the
    whole defence. The totals include all modifiers, even the size modifier.
    """

    to_hit: FlipTotal
    evasion: FlipTotal | None = None
    block: FlipTotal = NOTHING
    damage: FlipTotal = NOTHING
    mitigation: FlipTotal = NOTHING
    criticals: CriticalSource = "separate_d100"
    each_roll: bool = False
    tie: Literal["hit", "glancing"] = "hit"
    mitigation_equal: Literal["hit_for_zero", "glancing"] = "hit_for_zero"
    floor: TotalsFloor = "damage_and_mitigation"

    @property
    def cost(self) -> int:
        """Return the number of calculation steps, known before the calculation starts. Rule: AR-ODDS-01."""
        rolls = [
            self._plan_with_floor(roll.plan(), "all") for roll in (self.to_hit, self.evasion or NOTHING, self.block)
        ]
        loss = self._loss()
        shapes = [roll.shape for roll in rolls]
        against = shape_of_sum(shapes[0], shapes[1])
        one = sum_cost(shapes[0], shapes[1]) + READING * (against.outcomes + shapes[2].outcomes)
        twice = 1 + COMPARISONS * (self.criticals == "first_two_dice")
        compared = twice * sum(roll.cost for roll in rolls) + COMPARISONS * (1 + 2 * self.each_roll) * one
        reported = loss.cost + report.report_cost(loss.shape.outcomes, loss.shape.bits)
        return min(MANY, compared + reported + READING * loss.shape.outcomes)

    def odds(self) -> DefendedOdds:
        """Return the exact odds.

        Rule:    AR-ODDS-01, AR-ODDS-03
        Refuses: TooCostly
        """
        plan.check(self.cost)
        with metered(WORK):
            left = self._loss().work()
            stopped = left.where(lambda more: more < 0 or (more == 0 and self.mitigation_equal == "glancing"))
            damage = left.map_outcomes(lambda more: max(more, 0))
            found, counter = self.outcomes()
            return DefendedOdds(
                **{name: exact(found[name]) for name in OUTCOMES},
                counterattack=exact(counter),
                damage=report.total_odds(damage),
                mitigated=exact(Fraction(stopped, left.total)),
                expected=exact(found["hit"] * mean(damage)),
                cost=self.cost,
            )

    def outcomes(self) -> tuple[Mapping[Outcome, Fraction], Fraction]:
        """Return the chance of each outcome, and the chance of an offered counterattack. Rule: AR-ODDS-03."""
        ours = self._by_critical(self.to_hit, judged=True)
        then: ByCritical = {None: certain(0)}
        if self.evasion is None:
            first = self._by_critical(self.block, judged=self._blocks)
        else:
            first = self._by_critical(self.evasion, judged=True)
            then = self._by_critical(self.block, judged=self._blocks and self.each_roll)
        found = dict.fromkeys(OUTCOMES, Fraction(0))
        for one, to_hit in ours.items():
            for other, defence in first.items():
                for third, block in then.items():
                    for outcome, chance in self._chances_of_rolls(
                        (one, to_hit), (other, defence), (third, block)
                    ).items():
                        found[outcome] += chance
        failed, saved = ours.get(CRITICAL_FAILURE), first.get(CRITICAL_SUCCESS)
        return found, _all_of(failed, saved) if failed and saved else Fraction(0)

    @property
    def _blocks(self) -> bool:
        """Return whether the defender rolls armor/block, so that the block may have a percentile."""
        return self.block.dice + self.block.luck > 0

    def _chances_of_rolls(self, to_hit: Part, first: Part, then: Part) -> Mapping[Outcome, Fraction]:
        """Return the chance of each outcome for three rolls: to-hit, the first defence roll, and the second.

        Criticals decide the outcome if they can. Otherwise the totals decide it.
        """
        whole = _all_of(to_hit[1], first[1], then[1])
        if to_hit[0] == CRITICAL_FAILURE:
            return {"missed": whole}
        judged_apart = self.each_roll and self.evasion is not None
        goes_on = judged_apart and first[0] == CRITICAL_FAILURE and to_hit[0] is None
        decided = None if goes_on else by_criticals(to_hit[0], first[0])
        if decided is not None:
            return {self._below if decided == "stopped" else decided: whole}
        last = by_criticals(to_hit[0], then[0]) if judged_apart else None
        evasion = first[1].map_outcomes(lambda number: 0 if goes_on else -number)
        return self._compare(sums.add(to_hit[1], evasion), then[1], last=last, evadable=not goes_on)

    @property
    def _below(self) -> Outcome:
        """Return the outcome of an attack that the first defence roll stops."""
        return "glancing" if self.evasion is None else "evaded"

    def _compare(
        self, over: Distribution[Number], then: Distribution[Number], *, last: Decided | None, evadable: bool
    ) -> Mapping[Outcome, Fraction]:
        """Return the chance of each outcome, for totals that decide the attack.

        `over` is to-hit minus the first defence roll, and `then` is the second defence roll. `last`, if given,
        replaces the comparison with the second roll. With `evadable`, a negative `over` means that the first defence
        roll stops the attack.
        """
        meter.spend(READING * (len(over.weights) + len(then.weights)), over.total * then.total)
        places = sorted(then.weights)
        below = [0, *accumulate(then.weights[place] for place in places)]
        ways: Counter[Outcome] = Counter()
        for ahead, weight in over.weights.items():
            if ahead < 0 and evadable:
                ways[self._below] += weight * below[-1]
            elif last is not None:
                ways["hit" if last == "hit" else "glancing"] += weight * below[-1]
            else:
                less, tied = below[bisect_left(places, ahead)], then.weights.get(ahead, 0)
                ways["hit"] += weight * less
                ways[self.tie] += weight * tied
                ways["glancing"] += weight * (below[-1] - less - tied)
        return {outcome: Fraction(number, over.total * then.total) for outcome, number in ways.items()}

    def _by_critical(self, roll: FlipTotal, *, judged: bool) -> ByCritical:
        """Return the distribution of a total, divided by the roll's critical result."""
        if judged and self.criticals == "first_two_dice" and roll.dice >= TENS_AND_UNITS:
            rest = replace(roll, dice=roll.dice - TENS_AND_UNITS).distribution()
            return {name: self._total_with_floor(sums.add(two, rest), "all") for name, two in first_two_dice().items()}
        total = self._total_with_floor(roll.distribution(), "all")
        if not judged or self.criticals != "separate_d100":
            return {None: total}
        shares = Counter(percentile_critical(number) for number in range(PERCENTILE_SIDES))
        return {
            name: Distribution(
                {number: ways * share for number, ways in total.weights.items()}, total.total * PERCENTILE_SIDES
            )
            for name, share in shares.items()
        }

    def _loss(self) -> Plan:
        """Return the calculation plan for a hit's damage minus mitigation. A negative result is excess mitigation."""
        damage = self._plan_with_floor(self.damage.plan(), "damage_and_mitigation", "all")
        mitigation = self._plan_with_floor(self.mitigation.plan(), "damage_and_mitigation", "all")
        shape = mitigation.shape
        turned = Shape(-shape.high, -shape.low, shape.step, shape.outcomes, shape.bits)
        taken = plan.plan_of_function(mitigation, lambda number: -number, turned)
        return plan.total([(damage, 1), (taken, 1)])

    def _plan_with_floor(self, planned: Plan, *under: TotalsFloor) -> Plan:
        """Return the plan of a total. If the settings have one of these floors, negative values become 0."""
        if self.floor not in under or planned.shape.low >= 0:
            return planned
        shape = Shape(0, max(planned.shape.high, 0), 1, planned.shape.outcomes, planned.shape.bits)
        return plan.plan_of_function(planned, lambda number: max(number, 0), shape)

    def _total_with_floor(self, total: Distribution[Number], *under: TotalsFloor) -> Distribution[Number]:
        return total.map_outcomes(lambda number: max(number, 0)) if self.floor in under else total


def first_two_dice() -> ByCritical:
    """Return the distribution of the sum of two d10, divided by the critical result of the same dice.

    The dice are the tens and the units of a percentile, in which a 10 counts as 0.
    """
    found: dict[str | None, Counter[Number]] = {
        CRITICAL_SUCCESS: Counter(),
        CRITICAL_FAILURE: Counter(),
        None: Counter(),
    }
    for tens in range(1, SIDES + 1):
        for units in range(1, SIDES + 1):
            found[percentile_critical(tens % SIDES * SIDES + units % SIDES)][tens + units] += 1
    return {name: Distribution(ways, SIDES**TENS_AND_UNITS) for name, ways in found.items()}


def by_criticals(ours: str | None, theirs: str | None) -> Decided | None:
    """Return the result if criticals decide the attack, or None if the totals decide."""
    if ours == theirs:
        return None
    return "hit" if ours == CRITICAL_SUCCESS or theirs == CRITICAL_FAILURE else "stopped"


def _all_of(*parts: Distribution[Number]) -> Fraction:
    """Return the chance that several independent rolls all fall into these parts of their distributions."""
    return Fraction(prod(sum(part.weights.values()) for part in parts), prod(part.total for part in parts))
