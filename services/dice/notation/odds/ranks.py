"""The odds of dice that depend on one another (ranked, exploded once, or distinct), found without listing all rolls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from math import comb, lcm
from typing import Final

from msgspec.structs import replace

from services.dice.notation.choice import RankChoice, ends_of, ranks_chosen
from services.dice.notation.expression import (
    Clamp,
    Count,
    Dice,
    Die,
    Drop,
    Explode,
    Keep,
    Mark,
    Modifier,
    Point,
    Rank,
    Rational,
    Reroll,
    Sort,
    Unique,
)
from services.dice.notation.extra_rolls import matching, reach_of_dice
from services.dice.notation.interval import Reach
from services.dice.notation.odds.bursts import (
    MOST_SIDES,
    Blocks,
    Burst,
    KeptPlan,
    PlacedPlan,
    blocks_kept,
    blocks_plan,
    burst_kept,
    burst_plan,
)
from services.dice.notation.odds.die import (
    BITS_A_STEP,
    NOTHING,
    DieOdds,
    Outcomes,
    any_holds,
    bits_of,
    clamp_value,
    cost_of,
    each_for_itself,
)
from services.dice.notation.odds.distinct import distinct_plan
from services.dice.notation.odds.outdoing import outdoing, outdoing_plan
from services.dice.notation.odds.states import Kinds, ModifiedDice, every_state
from shared.kernel.odds import plan, sums
from shared.kernel.odds.distribution import Distribution, certain, mix
from shared.kernel.odds.plan import Plan, Ranking
from shared.kernel.odds.shape import MANY, UPDATE, Shape, sum_cost

GIVEN_UP: Final = 1 << 26
"""A cost above every limit, at which the planning stops."""


def shape_within(reach: Reach) -> Shape:
    """Return the shape (the range and the step) of a distribution with these bounds."""
    if reach.known:
        return Shape(reach.least, reach.most, 0, 1, 1)
    if not reach.exact:
        return plan.somewhere(reach.least, reach.most)
    step = Fraction(1, reach.grain) if reach.grain != 1 else 1
    return Shape(reach.least, reach.most, step, int((reach.most - reach.least) / step) + 1, 1)


def plain(modifiers: Sequence[Modifier]) -> tuple[tuple[Modifier, ...], Count | None]:
    """Return the modifiers that change dice (all except marks and sorting), and the count of successes, if any."""
    counts = [modifier for modifier in modifiers if isinstance(modifier, Count)]
    acting = tuple(modifier for modifier in modifiers if not isinstance(modifier, Count | Mark | Sort))
    return acting, counts[-1] if counts else None


def pool_plan(pool: ModifiedDice) -> Plan:
    """Return the plan of the total of a pool of dice with modifiers."""
    first_at = next((at for at, each in enumerate(pool.modifiers) if not each_for_itself(each)), None)
    if first_at is None:
        return plan.total([(_alone(pool, kind, pool.modifiers, pool.score), count) for kind, count in pool.kinds])
    if (burst := burst_kept(pool.die, pool.count, pool.modifiers)) is not None:
        return burst_plan(burst, _kept_of_the_rest(pool, burst), pool.score)
    if (blocks := blocks_kept(pool.die, pool.count, pool.modifiers)) is not None:
        return blocks_plan(blocks, _places_of_the_rest(pool, blocks), pool.score)
    if len(pool.kinds) == 1 and (dice := outdoing(pool.die, pool.count, pool.modifiers)) is not None:
        return outdoing_plan(dice, pool.score)
    return _depending(pool, first_at)


def _depending(pool: ModifiedDice, first_at: int) -> Plan:
    """Return the plan of a pool whose dice depend on one another from the modifier at index `first_at` on."""
    before, there, after = pool.modifiers[:first_at], pool.modifiers[first_at], pool.modifiers[first_at + 1 :]
    multiplied = any(isinstance(each, Explode) and not each.compound for each in before)
    match there:
        case _ if multiplied or _too_deep(before, pool.modifiers[first_at:]):
            return every_state(pool, pool.kinds, pool.modifiers)
        case Explode(once=True):
            return _burst(pool, before, there, after)
        case Unique():
            return _distinct(pool, before, there, after)
        case _:
            return _plan_by_rank(pool, before, pool.modifiers[first_at:])


def _kept_of_the_rest(pool: ModifiedDice, burst: Burst) -> KeptPlan:
    """Return a function that returns the plan for keeping dice among those that are below their highest face."""
    rest, left = _without_best(pool, burst.die, burst.best)

    def plan_for(number: int, count: int) -> Plan:
        chosen = Keep((Rank(burst.keep.end, number),))
        return _ranks_of(rest, [(left, count)], (chosen,)) if count and number else plan.plan_of_known(certain(0))

    return plan_for


def _places_of_the_rest(pool: ModifiedDice, blocks: Blocks) -> PlacedPlan:
    """Return a function that returns the plan for keeping certain ranks of dice below their highest face."""
    rest, left = _without_best(pool, blocks.die, blocks.best)

    def plan_for(places: tuple[int, ...], count: int) -> Plan:
        if not places:
            return plan.plan_of_known(certain(0))
        return _plan_by_place(rest, [(left, count)], (places, DieOdds(pool.die, (), pool.score).of, _nothing), ())

    return plan_for


def _without_best(pool: ModifiedDice, die: Die, best: Rational) -> tuple[ModifiedDice, Plan]:
    """Return the pool without the face `best` on its die, so that no die explodes, and the plan of one such die."""
    values = [value for value in die.all_values() if value != best]
    added = {0, *(each for value in values for each in pool.score(value).weights)}
    one = Shape(min(added), max(added), 1, int(max(added) - min(added)) + 1, 1)
    return replace(pool, one=one), plan.plan_of_known(mix([(1, certain(value)) for value in values]))


def _too_deep(before: Sequence[Modifier], rest: Sequence[Modifier]) -> bool:
    """Return whether a second explosion follows a first one.

    The limit of the second explosion would count throws of the first, which the calculation does not track.
    """
    exploding = [each for each in rest if isinstance(each, Explode)]
    return bool(exploding) and any(isinstance(each, Explode) for each in before)


def _deep(modifiers: Sequence[Modifier]) -> bool:
    """Return whether any of the modifiers explodes or rerolls dice."""
    return any(isinstance(each, Explode | Reroll | Unique) for each in modifiers)


def _alone(pool: ModifiedDice, kind: Plan, modifiers: Sequence[Modifier], end: Callable[[Rational], Outcomes]) -> Plan:
    """Return the plan of a single die under modifiers that look at each die separately."""
    if not modifiers and end is certain:
        return kind
    die = pool.die
    bound = pool.one if end is not certain or modifiers == pool.modifiers else _bound_before(pool, kind, modifiers)
    bits = kind.shape.bits + (0 if die is None else bits_of(die, modifiers))
    outcomes = bound.outcomes if _deep(modifiers) else min(bound.outcomes, kind.shape.outcomes + 1)
    terms = 4 * (die.sides + 4) if die is not None and _chains_on_one_face(die, modifiers) else 0
    shape = Shape(bound.low, bound.high, bound.step, outcomes, bits, terms=terms if outcomes > sums.LONG else 0)
    cost = kind.cost + cost_of(die, modifiers, bound.outcomes, kind.shape.outcomes)

    def work() -> Outcomes:
        die_odds = DieOdds(die, modifiers, end)
        return mix([(ways, die_odds.of(value)) for value, ways in kind.work().weights.items()])

    return Plan(shape, min(cost, MANY), work)


def _bound_before(pool: ModifiedDice, kind: Plan, modifiers: Sequence[Modifier]) -> Shape:
    """Return the bounds of a die after these modifiers, and before later modifiers change it."""
    if pool.die is None:
        return with_nothing(kind.shape)
    acting = tuple(each for each in modifiers if not isinstance(each, Keep | Drop))
    one = shape_within(reach_of_dice(Dice(1, pool.die, acting)))
    return with_nothing(one) if len(acting) < len(modifiers) else one


def with_nothing(one: Shape) -> Shape:
    """Return the bounds of a die, extended to include 0, because a dropped die counts as 0."""
    low, high = min(0, one.low), max(0, one.high)
    step: Rational = one.step or (1 if isinstance(one.low, int) else Fraction(1, one.low.denominator))
    return Shape(low, high, step, int((high - low) / step) + 1, one.bits)


def _chains_on_one_face(die: Die, modifiers: Sequence[Modifier]) -> bool:
    match modifiers:
        case (Explode(of=of, compound=False, penetrate=False),) if die.sides < sums.SHORT // 2:
            return matching(die, [each for each in of if isinstance(each, Point)]) == 1
        case _:
            return False


# ---------------------------------------------------------------- kept, dropped or rerolled by rank


def _plan_by_rank(pool: ModifiedDice, before: Sequence[Modifier], modifiers: Sequence[Modifier]) -> Plan:
    """Return the plan of modifiers by rank, for any number of dice that earlier modifiers may leave."""
    kinds = [(_alone(pool, kind, _bare(before), certain), count) for kind, count in pool.kinds]
    if not any(isinstance(each, Keep | Drop) for each in before):
        return _ranks_of(pool, kinds, modifiers)
    if len(pool.kinds) != 1:
        return every_state(pool, pool.kinds, pool.modifiers)
    return _ranks_of_the_rest(pool, before, modifiers)


def _bare(before: Sequence[Modifier]) -> tuple[Modifier, ...]:
    return tuple(each for each in before if not isinstance(each, Keep | Drop))


def _ranks_of_the_rest(pool: ModifiedDice, before: Sequence[Modifier], modifiers: Sequence[Modifier]) -> Plan:
    """Return the plan of choices by rank after modifiers that may drop dice, which leave a binomial number of dice."""
    simple = all(isinstance(each, Keep | Drop) for each in before)
    if not simple or pool.die is None or pool.die.sides > MOST_SIDES:
        return every_state(pool, pool.kinds, pool.modifiers)
    kind, count = pool.kinds[0]
    stays = [value for value in pool.die.all_values() if _survives(before, value)]
    if not stays:
        return plan.plan_of_known(certain(0))
    gone = pool.die.sides - len(stays)
    left = plan.plan_of_known(mix([(1, certain(value)) for value in stays]))
    parts: list[Plan] = []
    cost = 0
    for kept in range(count + 1):
        parts.append(_ranks_of(pool, [(left, kept)], modifiers))
        cost += parts[-1].cost * 2
        if cost > GIVEN_UP:
            return Plan(pool.one, min(cost, MANY), lambda: NOTHING)
    ways = [comb(count, kept) * len(stays) ** kept * gone ** (count - kept) for kept in range(count + 1)]
    shape = max((part.shape for part in parts), key=lambda each: each.bits)
    low, high = min(part.shape.low for part in parts), max(part.shape.high for part in parts)
    whole = Shape(low, high, pool.one.step, MANY, max(shape.bits, kind.shape.bits * count))
    whole = Shape(low, high, whole.step, min(whole.slots, MANY), whole.bits * 2)
    cost += UPDATE * sum(part.shape.outcomes for part in parts) * (1 + whole.bits // BITS_A_STEP)

    def work() -> Outcomes:
        return mix([(weight, part.work()) for weight, part in zip(ways, parts, strict=True) if weight])

    return Plan(whole, min(cost, MANY), work)


def _survives(before: Sequence[Modifier], value: Rational) -> bool:
    return all(any_holds(each.of, value) is isinstance(each, Keep) for each in before if isinstance(each, Keep | Drop))


def _ranks_of(pool: ModifiedDice, kinds: Kinds, modifiers: Sequence[Modifier]) -> Plan:
    """Return the plan of choices by rank alone, followed by at most one choice by both ranks and comparisons."""
    count = sum(dice for _, dice in kinds)
    choice = RankChoice(count)
    clamps: list[Clamp] = []
    at = 0
    for at, each in enumerate([*modifiers, None]):  # noqa: B007 used below
        if isinstance(each, Keep | Drop) and choice.can(each):
            choice.take(each)
        elif isinstance(each, Clamp):
            choice.before = None
            clamps.append(each)
        else:
            break
    rest = modifiers[at:]
    if all(each_for_itself(each) for each in rest):
        die_odds = DieOdds(pool.die, [*clamps, *rest], pool.score)
        return _plan_by_place(pool, kinds, (choice.kept, die_odds.of, _nothing), (*clamps, *rest))
    if len(choice.kept) < count or not all(each_for_itself(each) for each in rest[1:]):
        return every_state(pool, kinds, modifiers)
    return _mixed_choice(pool, kinds, clamps, rest)


def _nothing(value: Rational) -> Outcomes:
    del value
    return NOTHING


def _mixed_choice(pool: ModifiedDice, kinds: Kinds, clamps: Sequence[Clamp], rest: Sequence[Modifier]) -> Plan:
    """Return the plan of a choice that picks dice by rank and by comparison, and leaves the dice independent."""
    there, after = rest[0], rest[1:]
    if not isinstance(there, Keep | Drop | Reroll) or (isinstance(there, Reroll) and not there.once):
        return every_state(pool, kinds, (*clamps, *rest))
    twice = isinstance(there, Keep | Drop) and there.twice
    if clamps and twice:
        return every_state(pool, kinds, (*clamps, *rest))
    picked = sorted(ranks_chosen(there.of, sum(dice for _, dice in kinds)))
    first = len(clamps)
    die_odds = DieOdds(pool.die, [*clamps, Clamp(), *after], pool.score)

    gone: list[Outcomes] = [NOTHING] if isinstance(there, Keep | Drop) else []

    def goes(value: Rational) -> Outcomes:
        del value
        if not gone:
            gone.append(die_odds.throw_extra(first + 1, 0))
        return gone[0]

    yes, no = (die_odds.of, goes) if isinstance(there, Keep) else (goes, die_odds.of)

    def otherwise(value: Rational) -> Outcomes:
        seen = reduce(lambda so_far, clamp: clamp_value(clamp, so_far), clamps, value)
        return yes(value) if any_holds(there.of, seen) else no(value)

    again = (there,) if isinstance(there, Reroll) else ()
    return _plan_by_place(
        pool, kinds, (picked, yes, otherwise), (*clamps, *again, *after), ends=ends_of(there.of) if twice else None
    )


def _plan_by_place(
    pool: ModifiedDice,
    kinds: Kinds,
    choice: tuple[Sequence[int], Callable[[Rational], Outcomes], Callable[[Rational], Outcomes]],
    after: Sequence[Modifier],
    *,
    ends: tuple[int, int] | None = None,
) -> Plan:
    places, inside, outside = choice
    count = sum(dice for _, dice in kinds)
    chosen = set(places)
    picked = tuple(place in chosen for place in range(count))
    throws = _deep(after)
    bits = bits_of(pool.die, after) if throws and pool.die is not None else 0
    one = pool.one
    low, high = min(0, one.low), max(0, one.high)
    step: Rational = one.step or (1 if isinstance(low, int) and isinstance(high, int) else high - low)
    adds = Shape(low, high, step, one.outcomes, bits)
    asked = Ranking(tuple(kinds), picked, inside, outside, adds, not throws, ends, outside is not _nothing)
    ranking = plan.plan_ranking(asked)
    values = sum(kind.shape.outcomes for kind, _ in kinds)
    return Plan(ranking.shape, min(MANY, ranking.cost + cost_of(pool.die, after, one.outcomes, values)), ranking.work)


# ---------------------------------------------------------------- one extra die in all; distinct dice


def _burst(pool: ModifiedDice, before: Sequence[Modifier], there: Explode, after: Sequence[Modifier]) -> Plan:
    """Return the plan of a single extra die, which is rolled if any die is picked.

    The calculation first adds the extra die to all rolls, and then corrects the rolls in which no die is picked.
    """
    simple = len(pool.kinds) == 1 and all(each_for_itself(each) for each in (*before, *after))
    if not simple or pool.die is None or any(isinstance(each, Keep | Drop | Explode) for each in before):
        return every_state(pool, pool.kinds, pool.modifiers)
    kind, count = pool.kinds[0]
    alone = _alone(pool, kind, before, certain)
    one = _alone(pool, alone, after, pool.score)
    many, more = plan.total([(one, count)]), plan.total([(one, count + 1)])
    sure = any(isinstance(selector, Rank) and selector.number for selector in there.of)
    low, high = min(many.shape.low, more.shape.low), max(many.shape.high, more.shape.high)
    shape = Shape(low, high, more.shape.step, MANY, more.shape.bits * 3)
    shape = Shape(low, high, shape.step, shape.slots, shape.bits)
    again = 6 * sum_cost(many.shape, one.shape) + 20 * UPDATE * shape.slots * (1 + shape.bits // 3200)
    die_odds = DieOdds(pool.die, after, pool.score)

    def work() -> Outcomes:
        found = alone.work()
        whole = sums.power(mix([(w, die_odds.of(v)) for v, w in found.weights.items()]), count)
        extra = die_odds.throw_extra(0, 1)
        quiet = [(w, die_odds.of(v)) for v, w in found.weights.items() if not any_holds(there.of, v)]
        if sure or not quiet:
            return sums.add(whole, extra)
        still = sums.power(_part(quiet, found.total), count)
        return _instead(sums.add(whole, extra), sums.add(still, extra), still)

    return Plan(shape, min(MANY, 2 * many.cost + again), work)


def _part(ways: Sequence[tuple[int, Outcomes]], total: int) -> Outcomes:
    """Return a part of a distribution whose ways add up to less than the total."""
    part = mix(ways)
    share = sum(weight for weight, _ in ways)
    return Distribution({value: weight * share for value, weight in part.weights.items()}, part.total * total)


def _instead(everything: Outcomes, gone: Outcomes, put: Outcomes) -> Outcomes:
    """Return a distribution with one part replaced by another."""
    total = lcm(everything.total, gone.total, put.total)
    found: dict[Rational, int] = {}
    for distribution, sign in ((everything, 1), (gone, -1), (put, 1)):
        factor = sign * (total // distribution.total)
        for value, ways in distribution.weights.items():
            found[value] = found.get(value, 0) + ways * factor
    return Distribution({value: ways for value, ways in found.items() if ways}, total)


def _distinct(pool: ModifiedDice, before: Sequence[Modifier], there: Unique, after: Sequence[Modifier]) -> Plan:
    """Return the plan of dice that are rerolled while they equal an earlier die."""
    if len(pool.kinds) != 1 or pool.die is None or any(isinstance(each, Keep | Drop) for each in before):
        return every_state(pool, pool.kinds, pool.modifiers)
    if not all(each_for_itself(each) for each in after) or _deep(after):
        return every_state(pool, pool.kinds, pool.modifiers)
    kind, count = pool.kinds[0]
    first, die_odds = _alone(pool, kind, before, certain), DieOdds(pool.die, after, pool.score)
    return distinct_plan(first, count, (there, pool.die), die_odds, one=pool.one)
