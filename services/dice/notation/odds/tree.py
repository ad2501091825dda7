"""The odds of a notation, node by node: the distribution of each part of the tree, and its cost."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, assert_never

from msgspec.structs import replace

from services.dice.notation.expression import (
    Again,
    Arithmetic,
    Call,
    Clamp,
    CompareSign,
    Comparison,
    Count,
    Counted,
    Dice,
    Die,
    Drop,
    Explode,
    Group,
    Keep,
    Labelled,
    Let,
    Match,
    Modifier,
    Negative,
    Node,
    Number,
    Point,
    Rational,
    Reroll,
    Unique,
    children,
    compare,
    dice_of,
    with_parts,
)
from services.dice.notation.extra_rolls import reach_of_dice
from services.dice.notation.numbers import ARITHMETIC, FUNCTION, magnitude
from services.dice.notation.odds.bursts import MOST_SIDES
from services.dice.notation.odds.cases import by_cases, with_count, with_value
from services.dice.notation.odds.die import any_holds, clamp_value, each_for_itself, score_by
from services.dice.notation.odds.matches import matches_plan
from services.dice.notation.odds.ranks import plain, pool_plan, shape_within, with_nothing
from services.dice.notation.odds.states import ModifiedDice
from services.dice.notation.reach import constant, reach_of
from services.dice.notation.refusals import NoExactOdds
from shared.kernel.odds import plan
from shared.kernel.odds.distribution import Distribution, alike, certain, compare_totals
from shared.kernel.odds.plan import Plan
from shared.kernel.odds.shape import MANY, UPDATE, Shape

SIDE: Final = 8
"""The number of steps for adding one side of a die to a distribution."""


def plan_of(node: Node) -> Plan:
    """Return the plan that calculates the odds of a node."""
    match node:
        case Number(value=value):
            return plan.plan_of_known(certain(value))
        case Dice():
            return _dice(node)
        case Labelled():
            return plan_of(node.of)
        case Counted():
            return by_cases(plan_of(node.count), lambda number: plan_of(with_count(node, number)), node)
        case Let():
            return by_cases(plan_of(node.of), lambda value: plan_of(with_value(node, value)), node)
        case Again():
            raise NoExactOdds(needs="a name with its roll", has=node.name, field="text")
        case _:
            return _of_parts(node)


def _of_parts(node: Negative | Arithmetic | Comparison | Call | Group) -> Plan:
    match node:
        case Negative():
            return _scale(plan_of(node.of), -1)
        case Arithmetic():
            return _arithmetic(node)
        case Comparison():
            return _comparison(node.sign, plan_of(node.left), plan_of(node.right))
        case Call():
            return _call(node)
        case Group():
            return _group(node)
        case _:
            assert_never(node)


# ---------------------------------------------------------------- dice


def one_die(die: Die) -> Plan:
    """Return the plan of one die without modifiers."""
    if die.values is None:
        fair = plan.die(1, die.sides)
        return Plan(fair.shape, die.sides * SIDE, fair.work)
    distribution: Distribution[Rational] = alike(die.values)
    return plan.plan_of_known(distribution)


def _dice(dice: Dice) -> Plan:
    modifiers, count = plain(dice.modifiers)
    if not dice.count:
        return plan.plan_of_known(certain(0))
    if any(isinstance(each, Match) for each in modifiers):
        return matches_plan(dice)
    modifiers = _without_idle(modifiers, dice)
    one = shape_within(reach_of_dice(replace(dice, count=1, modifiers=_each(dice.modifiers))))
    if len(_each(modifiers)) < len(modifiers):
        one = with_nothing(one)
    pool = ModifiedDice(((one_die(dice.die), dice.count),), modifiers, score_by(count), one, dice.die)
    return pool_plan(pool)


def _without_idle(modifiers: tuple[Modifier, ...], dice: Dice) -> tuple[Modifier, ...]:
    """Remove leading modifiers that have no effect.

    They pick values that no die shows, or reroll duplicates of a single die.
    """
    values: set[Rational] = set(dice.die.all_values()) if dice.die.sides <= MOST_SIDES else set()
    acting: list[Modifier] = []
    for at, each in enumerate(modifiers):
        if isinstance(each, Clamp):
            values = {clamp_value(each, value) for value in values}
            acting.append(each)
        elif not values or not _is_idle(each, values, dice.count):
            return (*acting, *modifiers[at:])
    return tuple(acting)


def _is_idle(modifier: Modifier, values: Collection[Rational], count: int) -> bool:
    match modifier:
        case Explode(of=of) | Reroll(of=of):
            only_points = all(isinstance(selector, Point) for selector in of)
            return only_points and not any(any_holds(of, value) for value in values)
        case Unique():
            return count == 1
        case _:
            return False


def _each(modifiers: Sequence[Modifier]) -> tuple[Modifier, ...]:
    """Return all modifiers that neither keep nor drop dice. They determine the bounds of a single die."""
    return tuple(each for each in modifiers if not isinstance(each, Keep | Drop))


# ---------------------------------------------------------------- arithmetic


def _scale(one: Plan, factor: Rational) -> Plan:
    ends = sorted((one.shape.low * factor, one.shape.high * factor))
    shape = Shape(ends[0], ends[1], magnitude(one.shape.step * factor), one.shape.outcomes, one.shape.bits)
    return plan.plan_of_function(one, lambda value: ARITHMETIC["*"](value, factor), shape)


def _terms(node: Node, sign: int = 1) -> list[tuple[Node, int]]:
    """Return the terms of a sum, with their signs."""
    match node:
        case Arithmetic(sign="+"):
            return _terms(node.left, sign) + _terms(node.right, sign)
        case Arithmetic(sign="-"):
            return _terms(node.left, sign) + _terms(node.right, -sign)
        case Negative() | Labelled():
            return _terms(node.of, -sign if isinstance(node, Negative) else sign)
        case _:
            return [(node, sign)]


def _arithmetic(node: Arithmetic) -> Plan:
    if node.sign in "+-":
        planned = [(plan_of(part), sign) for part, sign in _terms(node)]
        return plan.total([(each if sign > 0 else _scale(each, -1), 1) for each, sign in planned])
    left, right = constant(node.left), constant(node.right)
    made_one = ARITHMETIC[node.sign]
    if node.sign == "*" and right is not None and right:
        return _scale(plan_of(node.left), right)
    if node.sign == "*" and left is not None and left:
        return _scale(plan_of(node.right), left)
    if node.sign == "/" and right is not None:
        return _scale(plan_of(node.left), ARITHMETIC["/"](1, right))
    return plan.pairs(plan_of(node.left), plan_of(node.right), made_one, shape_within(reach_of(node)))


def _comparison(sign: CompareSign, left: Plan, right: Plan) -> Plan:
    count = left.shape.outcomes + right.shape.outcomes
    bits = left.shape.bits + right.shape.bits
    cost = left.cost + right.cost + count * UPDATE * 4 * (1 + bits // 3200)

    def work() -> Distribution[Rational]:
        ours, theirs = left.work(), right.work()
        ways = ours.total * theirs.total
        sides = zip((1, 0, -1), compare_totals(ours, theirs), strict=True)
        yes = sum(int(chance * ways) for order, chance in sides if compare(sign, order, 0))
        return Distribution({value: weight for value, weight in ((0, ways - yes), (1, yes)) if weight}, ways)

    return Plan(Shape(0, 1, 1, 2, bits), min(cost, MANY), work)


def _call(node: Call) -> Plan:
    function = FUNCTION[node.name]
    parts = [plan_of(part) for part in node.of]
    if len(parts) == 1:
        return plan.plan_of_function(parts[0], lambda value: function([value]), shape_within(reach_of(node)))
    found, shape = parts[0], shape_within(reach_of(node))
    if node.name in {"max", "min"}:
        return plan.extreme(parts, shape, highest=node.name == "max")
    for at, part in enumerate(parts[1:], start=2):
        bounds = shape_within(reach_of(replace(node, of=node.of[:at]))) if at < len(parts) else shape
        found = plan.pairs(found, part, lambda one, other: function([one, other]), bounds)
    return found


# ---------------------------------------------------------------- groups


def _group(group: Group) -> Plan:
    if group.pooled:
        return _plan_of_pool(group)
    modifiers, count = plain(group.modifiers)
    kinds = tuple((plan_of(member), 1) for member in group.members)
    reach = [shape_within(reach_of(member)) for member in group.members]
    return pool_plan(ModifiedDice(_merge(group.members, kinds), modifiers, score_by(count), _bounds_of(reach, count)))


def _bounds_of(reach: Sequence[Shape], count: Count | None) -> Shape:
    """Return the bounds of the amount that a single member adds."""
    if count is not None:
        return Shape(-1, 1, 1, 3, 1)
    low, high = min([0, *(each.low for each in reach)]), max([0, *(each.high for each in reach)])
    step = min((each.step for each in reach if each.step), default=1)
    whole = all(type(number) is int for each in reach for number in (each.low, each.high, each.step))
    if whole:
        return Shape(low, high, 1, int(high - low) + 1, 1)
    return Shape(low, high, step, int((high - low) / step) + 1, 1)


def _merge(members: Sequence[Node], kinds: Sequence[tuple[Plan, int]]) -> tuple[tuple[Plan, int], ...]:
    """Combine members with the same notation, as if they were several dice of one kind."""
    found: dict[Node, tuple[Plan, int]] = {}
    for member, (planned, count) in zip(members, kinds, strict=True):
        alone = _bare(member)
        found[alone] = (planned, found[alone][1] + count) if alone in found else (planned, count)
    return tuple(found.values())


def _bare(node: Node) -> Node:
    """Return a node without its text and labels, which do not affect its odds."""
    while isinstance(node, Labelled):
        node = node.of
    return replace(node, text="") if isinstance(node, Dice | Group) else node


def _plan_of_pool(group: Group) -> Plan:
    """Return the plan of a choice among the dice of a group's single member."""
    (member,) = group.members
    bare = _bare(member)
    if isinstance(bare, Dice):
        return _dice(replace(bare, modifiers=(*bare.modifiers, *group.modifiers)))
    modifiers, count = plain(group.modifiers)
    dice = tuple(dice_of(member))
    if len(dice) == 1:  # these are the only dice to choose among
        return plan_of(_within(member if count is None else dice[0], group.modifiers))
    if all(each_for_itself(each) for each in modifiers):
        if count is None:
            return plan_of(_within(member, modifiers))
        return plan.total([(plan_of(_within(each, group.modifiers)), 1) for each in dice])
    return _pooled_ranks(member, modifiers, count)


def _within(node: Node, modifiers: tuple[Modifier, ...]) -> Node:
    """Return the same tree with more modifiers on each of its dice."""
    if isinstance(node, Dice):
        return replace(node, modifiers=(*node.modifiers, *modifiers))
    return with_parts(node, [_within(part, modifiers) for part in children(node)])


def _pooled_ranks(member: Node, modifiers: tuple[Modifier, ...], count: Count | None) -> Plan:
    """Return the plan of a choice by rank among the dice of a sum. Each kept die adds its value."""
    kinds: list[tuple[Plan, int]] = []
    reach: list[Shape] = []
    added: Rational = 0
    for part, sign in _terms(member):
        number = constant(part)
        if number is not None:
            added = ARITHMETIC["+"](added, sign * number)
        elif isinstance(part, Dice) and (sign > 0 or count is not None) and _single(part):
            alone = replace(part, count=1)
            kinds.append((_dice(alone), part.count))
            reach.append(shape_within(reach_of_dice(alone)))
        else:
            raise NoExactOdds(needs="a sum of dice without extra dice", has="other dice in a group", field="text")
    found = pool_plan(ModifiedDice(tuple(kinds), modifiers, score_by(count), _bounds_of(reach, count)))
    return (
        found if count is not None or not added else plan.total([(found, 1), (plan.plan_of_known(certain(added)), 1)])
    )


def _single(dice: Dice) -> bool:
    """Return whether each die remains a single die without extra dice, so that its final value determines its rank."""
    return all(
        each_for_itself(each)
        and not isinstance(each, Keep | Drop | Count)
        and not (isinstance(each, Explode) and not each.compound)
        for each in plain(dice.modifiers)[0]
    ) and not any(isinstance(each, Count) for each in dice.modifiers)
