"""Tasks: one side's dice, read as favourably as possible, against challenge dice, a number or other sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import islice, product
from math import prod
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from shared.kernel.chance import Chance
from shared.kernel.messages import Audience
from shared.kernel.odds import meter, plan, sums
from shared.kernel.odds.distribution import Distribution, Number, alike, certain, extreme_of
from shared.kernel.odds.meter import metered
from shared.kernel.odds.plan import Plan
from shared.kernel.odds.report import Odds
from shared.kernel.odds.shape import MANY, Shape
from shared.kernel.pools import task_sides
from shared.kernel.pools.character import NULL_FACES, SIDES
from shared.kernel.pools.pool import WORK, DiceCount, DicePool, PlannedOdds, roll_dice
from shared.kernel.pools.position import SUCCESS
from shared.kernel.pools.task_sides import TaskSide
from shared.kernel.pools.task_totals import Scored, Total, best, margins, score_side, scored_cost

TIE: Final = "tie"
COMPARED: Final = 60
"""The number of steps to compare one result of a side with one result of another."""


class SideOutcome(Struct, frozen=True, kw_only=True):
    """The result of one side: its successes in the chosen readings, and its total after cap, bonus and deductions."""

    faces: tuple[int, ...]
    successes: int
    total: int


class TaskOutcome(Struct, frozen=True, kw_only=True, tag="task", tag_field="of"):
    """The outcome of a task. `margin`: the lead over the opposition, or over the strongest of several opponents.

    The margin may be negative.
    """

    ours: SideOutcome
    theirs: tuple[SideOutcome, ...]
    challenge: tuple[int, ...]
    nulls: int
    margin: int
    success: bool

    @property
    def total(self) -> int:
        """Return the margin of the side over its opposition."""
        return self.margin


class TaskDice(DicePool, frozen=True, kw_only=True, omit_defaults=True):
    """One side's dice against challenge dice and automatic Nulls, a number to reach, other sides, or nothing.

    `tie`: with `again`, a tie with another side is rolled again until there is none; otherwise a tie fails. The
    recorded faces are those of the side's own dice, then of each opposing side, then of the challenge dice.
    """

    ours: TaskSide
    theirs: Annotated[tuple[TaskSide, ...], Meta(max_length=10)] = ()
    challenge: DiceCount = 0
    automatic: task_sides.Number = 0
    number: task_sides.Number | None = None
    tie: Literal["fails", "again"] = "fails"

    def throw(self, chance: Chance, purpose: str, audience: Audience | None = None) -> TaskOutcome:
        """Roll all dice together, and compare the totals of the sides.

        Rule:    DI-CHAR-04 to DI-CHAR-10, DI-CHAR-12
        """
        fell = iter(roll_dice(chance, purpose, SIDES, self.dice_thrown(), audience=audience))
        faces = [tuple(islice(fell, len(side.dice))) for side, _ in self._sides]
        challenge = tuple(fell)
        totals = [_total(side, shown, senses=on) for (side, on), shown in zip(self._sides, faces, strict=True)]
        outcomes = [
            SideOutcome(faces=shown, successes=total.successes, total=total.total)
            for shown, total in zip(faces, totals, strict=True)
        ]
        nulls = sum(face <= NULL_FACES for face in challenge) + self.automatic
        ours, *theirs = [(total.total, total.senses) for total in totals]
        margin = self._margin(ours, theirs) - nulls - (self.number or 0)
        return TaskOutcome(
            ours=outcomes[0], theirs=tuple(outcomes[1:]), challenge=challenge, nulls=nulls, margin=margin,
            success=margin >= self.least,
        )  # fmt: skip

    @property
    def least(self) -> int:
        """The lowest margin that is a success: 1, or 0 if a number must be reached. Rule: DI-CHAR-09."""
        return 0 if self.number is not None and not self.theirs else 1

    @property
    def _sides(self) -> list[tuple[TaskSide, bool]]:
        """Return all sides, ours first, each with a flag: whether any of its opponents sneaks."""
        sneaking = any(side.sneaks for side in self.theirs)
        return [(self.ours, sneaking), *((side, self.ours.sneaks) for side in self.theirs)]

    def _margin(self, ours: Scored, theirs: Sequence[Scored]) -> int:
        if not theirs:
            return ours[0]
        sneaking = [side.sneaks for side in self.theirs]
        return min(margins(ours, theirs, sneaks=self.ours.sneaks, sneaking=sneaking))

    def dice_thrown(self) -> int:
        """Return the total number of dice of all sides."""
        return len(self.ours.dice) + sum(len(side.dice) for side in self.theirs) + self.challenge

    def plan(self) -> Plan:
        """Plan the distribution of the margin. Rule: DI-CHAR-04 to DI-CHAR-10."""
        tops = [_most(side) for side in (self.ours, *self.theirs)]
        off = self.challenge + self.automatic + (self.number or 0)
        low, high = -off - max(tops[1:], default=0), tops[0] - self.automatic - (self.number or 0)
        bits = (SIDES ** self.dice_thrown()).bit_length()
        shape = Shape(low, high, 1, high - low + 1, bits)
        return Plan(shape, min(MANY, self._cost(tops)), self._work)

    def _cost(self, tops: Sequence[int]) -> int:
        """Return the steps of computing the distribution of the margin."""
        each = sum(scored_cost(side, senses=on) for side, on in self._sides)
        ways = [(top + 1) * (1 + on * len(side.dice)) for top, (side, on) in zip(tops, self._sides, strict=True)]
        joint = prod(ways[1:]) if self._shares else sum(ways[1:])
        return each + COMPARED * ways[0] * (joint + self.challenge + 1)

    @property
    def _shares(self) -> bool:
        """Whether the acting side has dice that sense, and must divide their senses among several opponents."""
        senses = any(way.senses for die in self.ours.dice for face in die.faces for way in face)
        return senses and len(self.theirs) > 1 and any(side.sneaks for side in self.theirs)

    def _work(self) -> Distribution[Number]:
        null: Distribution[Number] = alike([-1] * NULL_FACES + [0] * (SIDES - NULL_FACES))
        fixed: Distribution[Number] = certain(-self.automatic - (self.number or 0))
        return sums.total([(self._compare(), 1), (null, self.challenge), (fixed, 1)])

    def _compare(self) -> Distribution[Number]:
        """Return the distribution of our side's lead over the strongest opponent."""
        ours, *theirs = [score_side(side, senses=on) for side, on in self._sides]
        found: dict[Number, int] = {}
        for mine, ways in ours.weights.items():
            for margin, times in self._ahead(mine, theirs).weights.items():
                found[margin] = found.get(margin, 0) + ways * times
        return Distribution(found, ours.total * prod(each.total for each in theirs))

    def _ahead(self, ours: Scored, theirs: Sequence[Distribution[Scored]]) -> Distribution[Number]:
        if ours[1] and len(theirs) > 1:
            return self._jointly(ours, theirs)
        each: list[Distribution[Number]] = []
        for side, other in zip(self.theirs, theirs, strict=True):
            meter.spend(COMPARED * len(other.weights), other.total)
            each.append(other.map_outcomes(lambda one, side=side: self._pair(ours, one, side)))  # type: ignore[misc]
        return extreme_of(each, highest=False) if each else certain(ours[0])

    def _pair(self, ours: Scored, other: Scored, side: TaskSide) -> int:
        return margins(ours, (other,), sneaks=self.ours.sneaks, sneaking=(side.sneaks,))[0]

    def _jointly(self, ours: Scored, theirs: Sequence[Distribution[Scored]]) -> Distribution[Number]:
        """Return the distribution of our smallest lead over the opponents, from the joint distribution of all leads.

        The leads are not independent, because one sensing roll of ours counts against every opponent.
        """
        meter.spend(COMPARED * prod(len(each.weights) for each in theirs), prod(each.total for each in theirs))
        found: dict[Number, int] = {}
        for others in product(*(each.weights.items() for each in theirs)):
            margin = self._margin(ours, [one for one, _ in others])
            found[margin] = found.get(margin, 0) + prod(ways for _, ways in others)
        return Distribution(found, prod(each.total for each in theirs))

    def odds(self) -> Odds:
        """Return the exact odds; the distribution is calculated only once.

        Rule:    DI-ODDS-01, DI-COST-02, AR-ODDS-01
        Refuses: TooCostly
        """
        with metered(WORK):
            planned = self.planned_odds()
            plan.check(planned.cost)
            margin = planned.plan.work()
            done = Plan(planned.plan.shape, 0, lambda: margin)
            return PlannedOdds(done, planned.cost).carry_out(lambda: self._chances(margin))

    def also(self) -> Mapping[str, Fraction]:
        """Return the probabilities of a success and of a tie in the first roll. Rule: DI-ODDS-03, DI-CHAR-09."""
        return self._chances(self.distribution())

    def _chances(self, margin: Distribution[Number]) -> Mapping[str, Fraction]:
        success = Fraction(margin.where(lambda left: left >= self.least), margin.total)
        if not self.theirs:
            return {SUCCESS: success}
        tie = margin.chance(0)
        again = self.tie == "again" and tie < 1
        return {SUCCESS: success / (1 - tie) if again else success, TIE: tie}


def _total(side: TaskSide, shown: Sequence[int], *, senses: bool) -> Total:
    faces = [(die, die.faces[face - 1]) for die, face in zip(side.dice, shown, strict=True)]
    return best(side, faces, senses=senses)


def _most(side: TaskSide) -> int:
    """Return the highest total of a side."""
    whole = sum(max((way.successes for face in die.faces for way in face), default=0) for die in side.dice)
    whole += side.given
    capped = whole if side.cap is None else min(whole, side.cap)
    return capped + side.bonus
