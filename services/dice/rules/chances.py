"""The exact odds of anything that can be rolled, within a bound on their cost that is known before the work begins."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final, TypeAlias, assert_never

from msgspec import Struct

from services.dice.catalogue import POOLS
from services.dice.refusals import NoSingleTotal, about
from services.dice.rules.cases import A_CASE, branches
from services.dice.rules.chains import explosions, followed, further_at_most
from services.dice.rules.expression import CHAIN, Node
from services.dice.rules.icons import symbol_plan, symbol_total
from services.dice.rules.notation import parse
from services.dice.rules.pools import CRITICAL_FAILURE, CRITICAL_SUCCESS
from services.dice.rules.prospects import prospect
from services.dice.throws import (
    CharacterDice,
    FlipTotal,
    LuckPool,
    Notation,
    PositionPool,
    SymbolPool,
    What,
)
from shared.kernel.odds import plan, report
from shared.kernel.odds.meter import metered
from shared.kernel.odds.plan import Plan, carry_out
from shared.kernel.odds.report import Chain, Odds, VectorOdds, Versus
from shared.kernel.odds.shape import BOUND, INLINE_STEPS, MANY, Shape
from shared.kernel.odds.spread import Number, Spread, alike, certain, mixed

Totals: TypeAlias = Spread[Number]
SHORTER: Final = (50, 25, 12)
"""How far explosions are followed where the table's own limit would cost too much, the first that does not."""
SMALL, SMALL_PLANS = 20_000, 64
"""The cost up to which a plan is remembered, which bounds its bytes too, and how many are."""
WORK: Final = 8 * BOUND
"""Steps after which work stops that was estimated at less than the bound."""
SUCCESS, LUCKY, UNLUCKY = "success", "lucky", "unlucky"


def odds_of(what: What, chain: int | None = None) -> Odds | VectorOdds:
    """Return the odds of a throw that needs nothing but chance; symbols by count, all else by total.

    `chain`: how many throws of an explosion are followed; left out, as many as the table allows, or fewer where that
    would cost too much. The answer tells.
    Rule:    DI-ODDS-01, DI-ODDS-06, DI-COST-01, DI-COST-02, AR-ODDS-01
    Refuses: TooCostly, NoExactOdds, and what reading the notation refuses
    """
    with metered(WORK):
        if isinstance(what, SymbolPool):
            return _symbol_odds(what)
        asked = prepared(what, chain)
        plan.check(asked.cost)
        plan.check(asked.plan.shape.bits, 2 * report.MAX_BITS)
        spread = asked.plan.work()
        return report.told(spread, cost=asked.cost, also=also(what), chain=asked.chain)


def versus(ours: What, theirs: What, chain: int | None = None) -> Versus:
    """Compare two throws that are made independently.

    Rule:    DI-ODDS-02, DI-ODDS-06, DI-COST-01, DI-COST-02, AR-ODDS-01
    Refuses: TooCostly, NoSingleTotal, NoExactOdds
    """
    with metered(WORK):
        with about("what"):
            one = prepared(ours, chain)
        with about("against"):
            other = prepared(theirs, chain)
        shapes = (one.plan.shape, other.plan.shape)
        cost = one.cost + other.cost + report.versus_cost(*shapes)
        plan.check(cost)
        chains = [asked.chain for asked in (one, other) if asked.chain is not None]
        cut = min(chains, key=lambda each: each.limit, default=None)
        further = min(1.0, sum(each.further_at_most for each in chains))
        told = Chain(cut.limit, further) if cut is not None else None
        return report.told_versus(one.plan.work(), other.plan.work(), cost=cost, chain=told)


def cost(what: What, chain: int | None = None) -> int:
    """Return what the odds of a throw cost, in steps, before anything is worked out.

    Rule:    DI-COST-01
    Refuses: NoSingleTotal, NoExactOdds, and what reading the notation refuses
    """
    return symbol_plan(what).cost if isinstance(what, SymbolPool) else prepared(what, chain).cost


def cost_soon(what: What, chain: int | None = None) -> int:
    """Return what odds cost; where planning many cases takes long itself, only what the planning costs.

    Rule:    DI-COST-01
    Refuses: what `cost` refuses
    """
    if isinstance(what, Notation):
        planning = branches(parse(what.text, what.dialect).root) * A_CASE
        if planning > INLINE_STEPS:
            return planning
    return cost(what, chain)


def distribution(what: What) -> Totals:
    """Give the exact distribution of the total, or of hits, successes or the margin.

    Rule:    DI-ODDS-01, AR-ODDS-01
    Refuses: TooCostly, NoSingleTotal, NoExactOdds
    """
    return carry_out(planned_odds(what))


def planned_odds(what: What) -> Plan:
    """Plan the distribution of the total, as far as the table follows explosions.

    Refuses: NoSingleTotal, NoExactOdds, and what reading the notation refuses
    """
    match what:
        case Notation():
            return _planned(what)
        case SymbolPool():
            if not what.weights:
                raise NoSingleTotal(needs="weights", has="none", field="weights")
            return symbol_total(what)
        case PositionPool():
            return _position(what)
        case LuckPool():
            return _luck(what)
        case FlipTotal():
            return _flip(what)
        case CharacterDice():
            return _character(what)
        case _:
            assert_never(what)


class _TooLargeToKeep(Exception):
    def __init__(self, planned: Plan) -> None:
        self.planned = planned


@lru_cache(maxsize=SMALL_PLANS)
def _small_plan(what: Notation) -> Plan:
    planned = prospect(parse(what.text, what.dialect).root)
    if planned.cost > SMALL:
        raise _TooLargeToKeep(planned)
    return planned


def _planned(what: Notation) -> Plan:
    """Plan a notation; small plans are remembered. Rule: DI-COST-03."""
    try:
        return _small_plan(what)
    except _TooLargeToKeep as large:
        return large.planned


class Prepared(Struct, frozen=True):
    """Odds that are asked for: the plan, what it and telling it cost, and how far explosions are followed."""

    plan: Plan
    cost: int
    chain: Chain | None = None


def prepared(what: What, chain: int | None = None) -> Prepared:
    """Prepare the odds of a throw: nothing is worked out.

    Rule:    DI-COST-01, DI-ODDS-06
    Refuses: NoSingleTotal, NoExactOdds, and what reading the notation refuses
    """
    if not isinstance(what, Notation):
        planned = planned_odds(what)
        return Prepared(planned, _whole_cost(planned))
    root = parse(what.text, what.dialect).root
    if not any(explosions(root)):
        planned = prospect(root)
        return Prepared(planned, _whole_cost(planned))
    limits = (CHAIN, *SHORTER) if chain is None else (min(chain, CHAIN),)
    found = _followed(root, limits[0])
    for limit in limits[1:]:
        if found.cost <= BOUND and found.plan.shape.bits <= 2 * report.MAX_BITS:
            break
        found = _followed(root, limit)
    return found


def _followed(root: Node, limit: int) -> Prepared:
    planned = prospect(followed(root, limit))
    return Prepared(planned, _whole_cost(planned), Chain(limit, further_at_most(root, limit)))


def _whole_cost(planned: Plan) -> int:
    shape = planned.shape
    return min(MANY, planned.cost + report.telling_cost(shape.outcomes, shape.bits))


def also(what: What) -> Mapping[str, Fraction]:
    """Give the chances of what is not a total: success, criticals, the flip.

    Rule:    DI-ODDS-03
    """
    match what:
        case PositionPool():
            return {SUCCESS: _position_success(what)}
        case LuckPool():
            return _luck_criticals(what)
        case FlipTotal():
            return _flip_also(what)
        case CharacterDice():
            margin = distribution(what)
            return {SUCCESS: Fraction(margin.where(lambda left: left > 0), margin.total)}
        case _:
            return {}


# ---------------------------------------------------------------- symbols


def _symbol_odds(pool: SymbolPool) -> VectorOdds:
    planned = symbol_plan(pool)
    plan.check(planned.cost)
    report.check_size(planned.outcomes, 1)
    spread = planned.work()
    total = report.told(carry_out(symbol_total(pool))) if pool.weights else None
    return report.told_vectors(spread, planned.names, cost=planned.cost, total=total)


# ---------------------------------------------------------------- hits by position


def _share(yes: int, sides: int) -> Totals:
    """Give the spread of one die that counts 1 on so many of its sides."""
    return Spread({value: ways for value, ways in ((0, sides - yes), (1, yes)) if ways}, sides)


def _position(pool: PositionPool) -> Plan:
    """Rule: DI-POS-01, DI-POS-02, DI-POS-03."""
    numbers = POOLS.position
    if pool.position in numbers.outright:
        return plan.known(certain(0))
    least = numbers.hits_from[pool.position] if pool.dice else numbers.zero_dice_hits_from
    hit = plan.known(_share(numbers.sides - least + 1, numbers.sides))
    return plan.total([(hit, pool.dice or 1)])


def _position_success(pool: PositionPool) -> Fraction:
    outright = POOLS.position.outright.get(pool.position)
    return 1 - distribution(pool).chance(0) if outright is None else Fraction(outright)


# ---------------------------------------------------------------- successes with luck dice


def _signed_luck(count: int) -> Plan:
    numbers = POOLS.luck
    good = numbers.sides - numbers.succeeds_from + 1
    one: Totals = Spread({1: good, -1: numbers.sides - good}, numbers.sides)
    return plan.total([(plan.known(one), count)])


def _luck(pool: LuckPool) -> Plan:
    """Rule: DI-LUCK-01, DI-LUCK-02."""
    numbers = POOLS.luck
    good = numbers.sides - numbers.succeeds_from + 1
    return plan.total([(plan.known(_share(good, numbers.sides)), pool.dice), (_signed_luck(pool.luck), 1)])


def _luck_criticals(pool: LuckPool) -> Mapping[str, Fraction]:
    """Rule: DI-LUCK-03."""
    numbers, luck = POOLS.luck, carry_out(_signed_luck(pool.luck))
    good = numbers.sides - numbers.succeeds_from + 1
    demanded = numbers.tiers[pool.tier]
    ways = numbers.sides**pool.dice
    best = worst = Fraction(0)
    for hits in range(pool.dice + 1):
        misses = pool.dice - hits
        ahead = Fraction(luck.where(lambda net, gap=misses - hits: net > gap), luck.total)  # type: ignore[misc]
        behind = Fraction(luck.where(lambda net, gap=misses - hits: net < gap), luck.total)  # type: ignore[misc]
        bad = numbers.sides - good
        chosen = comb(pool.dice, hits)
        best += ahead * Fraction(chosen * bad**misses * _showing(hits, good, demanded), ways)
        worst += behind * Fraction(chosen * good**hits * _showing(misses, bad, demanded), ways)
    return {CRITICAL_SUCCESS: best, CRITICAL_FAILURE: worst}


def _showing(dice: int, sides: int, least: int) -> int:
    """Count the ways in which so many dice of these sides show one given side at least so often."""
    return sum(comb(dice, shown) * (sides - 1) ** (dice - shown) for shown in range(least, dice + 1))


# ---------------------------------------------------------------- totals with one flip


def _flip(pool: FlipTotal) -> Plan:
    """Rule: DI-FLIP-01, DI-FLIP-02."""
    numbers = POOLS.flip
    die = plan.die(1, numbers.sides)
    base = plan.total([(die, pool.dice), (plan.known(certain(pool.modifier)), 1)])
    if not pool.luck:
        return base
    luck = plan.total([(die, pool.luck)])
    shape = luck.shape
    low, high = min(shape.low, -shape.high), max(shape.high, -shape.low)
    signed = Shape(low, high, 1, 2 * shape.outcomes, shape.bits + numbers.flip_sides.bit_length())

    def flipped() -> Totals:
        added = luck.work()
        return mixed([(1, added), (numbers.flip_sides - 1, added.mapped(lambda total: -total))])

    return plan.total([(base, 1), (Plan(signed, luck.cost + 20 * shape.outcomes, flipped), 1)])


def _flip_also(pool: FlipTotal) -> Mapping[str, Fraction]:
    """Rule: DI-FLIP-01, DI-FLIP-03."""
    numbers = POOLS.flip
    found: dict[str, Fraction] = {}
    if pool.luck:
        found[LUCKY] = Fraction(1, numbers.flip_sides)
        found[UNLUCKY] = 1 - found[LUCKY]
    if pool.percentile:
        percents = range(numbers.percentile_sides)
        fumble = numbers.fumble
        good = sum(percent % numbers.critical_step == 0 and percent != fumble for percent in percents)
        found[CRITICAL_SUCCESS] = Fraction(good, numbers.percentile_sides)
        found[CRITICAL_FAILURE] = Fraction(int(fumble in percents), numbers.percentile_sides)
    return found


# ---------------------------------------------------------------- character dice against challenge dice


def _character(pool: CharacterDice) -> Plan:
    """Rule: DI-CHAR-01, DI-CHAR-02, DI-CHAR-03."""
    numbers = POOLS.character
    kinds: dict[tuple[int, ...], int] = {}
    for die in pool.dice:
        counts = tuple(sorted(sum(icon in pool.counts for icon in face) for face in die.faces))
        kinds[counts] = kinds.get(counts, 0) + 1
    spreads: dict[tuple[int, ...], Totals] = {counts: alike(counts) for counts in kinds}
    own = [(plan.known(spreads[counts]), count) for counts, count in kinds.items()]
    null = plan.known(_share(numbers.null_faces, numbers.sides).mapped(lambda shown: -shown))
    automatic = numbers.automatic_nulls.get(pool.difficulty, 0)
    against = [(null, numbers.challenge_dice[pool.difficulty]), (plan.known(certain(-automatic)), 1)]
    return plan.total([*own, *against])
