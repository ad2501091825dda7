"""The bounds of a notation: its possible totals, the denominators of its fractions, and the dice that it rolls.

All bounds are known before anything is rolled, so that no refusal depends on the dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import assert_never

from msgspec.structs import replace

from services.dice.notation import limits
from services.dice.notation.expression import (
    CHAIN,
    Again,
    Arithmetic,
    Call,
    Comparison,
    Count,
    Counted,
    Dice,
    Drop,
    Group,
    Keep,
    Labelled,
    Let,
    Negative,
    Node,
    Number,
    Rank,
    Rational,
    children,
)
from services.dice.notation.extra_rolls import reach_of_dice
from services.dice.notation.interval import Reach, common_grain, reach_of_call, reach_of_operation, within
from services.dice.notation.refusals import NotWhole, TooManyDice, TooManyFurtherThrows


def check_reach(root: Node) -> Reach:
    """Prove that all results of an expression stay within the limits.

    Rule:    DI-LIMIT-02, DI-LIMIT-05, DI-LIMIT-06, DI-LIMIT-07, DI-NUM-04
    Refuses: TooManyDice, TooManyFurtherThrows, NeverEnds, NumberTooGreat, MayDivideByZero, NotWhole
    """
    reach = reach_of(root)
    check_throws(reach.dice, reach.throws)
    return reach


def check_throws(dice: int, throws: Rational) -> None:
    """Refuse more dice or throws than are allowed in one roll.

    Rule:    DI-LIMIT-02, DI-LIMIT-05
    Refuses: TooManyDice, TooManyFurtherThrows
    """
    if dice > limits.DICE:
        raise TooManyDice(needs=f"at most {limits.DICE} dice in a roll", has=str(dice), field="text")
    if throws > limits.THROWS:
        needs = f"at most {limits.THROWS} throws on average"
        raise TooManyFurtherThrows(needs=needs, has=str(ceil(throws)), field="text")


def constant(node: Node) -> Rational | None:
    """Return the value of an expression without dice, or None if it contains dice."""
    reach = reach_of(node)
    return reach.least if reach.known and not reach.dice else None


def reach_of(node: Node, *, loose: bool = False) -> Reach:  # noqa: PLR0911 one for each kind of node
    """Return the bounds of an expression. With `loose`, the group that contains it may drop any of its dice."""
    match node:
        case Number():
            return within(node.value, node.value)
        case Dice():
            return reach_of_dice(node, loose=loose)
        case Labelled():
            return reach_of(node.of, loose=loose)
        case Again():
            return Reach(node.least, node.most, node.grain, node.exact)
        case Counted():
            return _reach_of_counted(node, loose=loose)
        case Let():
            first, then = reach_of(node.of), reach_of(node.then)
            return replace(then, dice=first.dice + then.dice, throws=first.throws + then.throws)
        case Negative():
            of = reach_of(node.of, loose=loose)
            return replace(of, least=-of.most, most=-of.least)
        case _:
            return _reach_of_parts(node, loose=loose)


def check_count(count: Node) -> int:
    """Return the maximum number of dice if the number of dice is itself rolled.

    Rule:    DI-DICE-07, DI-NUM-03
    Refuses: NotWhole
    """
    reach = reach_of(count)
    if reach.grain != 1 or reach.least < 0:
        raise NotWhole(needs="a whole number of dice", has=f"{reach.least} to {reach.most}", field="text")
    return int(reach.most)


def _reach_of_counted(node: Counted, *, loose: bool) -> Reach:
    """Return the bounds of dice whose number is itself rolled.

    They combine the bounds for the smallest and for the largest number of dice.
    """
    count = reach_of(node.count)
    few, many = (
        reach_of_dice(replace(node.dice, count=int(number)), loose=loose) for number in (count.least, count.most)
    )
    found = within(min(few.least, many.least), max(few.most, many.most), many.grain, exact=many.exact)
    return replace(found, dice=count.dice + many.dice, throws=count.throws + many.throws)


def _reach_of_parts(node: Arithmetic | Comparison | Call | Group, *, loose: bool) -> Reach:
    pooled = isinstance(node, Group) and node.pooled
    of = [reach_of(part, loose=loose or pooled) for part in children(node)]
    match node:
        case Arithmetic():
            found = reach_of_operation(node.sign, of[0], of[1])
        case Comparison():
            found = within(0, 1)
        case Call():
            found = reach_of_call(node.name, of)
        case Group():
            found = _of_group(node, of)
        case _:
            assert_never(node)
    return replace(found, dice=sum(part.dice for part in of), throws=sum(part.throws for part in of))


def _of_group(group: Group, of: Sequence[Reach]) -> Reach:
    counts = [modifier for modifier in group.modifiers if isinstance(modifier, Count)]
    if counts:
        pieces = sum(part.dice for part in of) * (1 + CHAIN) if group.pooled else len(of)
        return within(-pieces if counts[-1].failure else 0, pieces)
    if group.pooled or not any(isinstance(modifier, Keep | Drop) for modifier in group.modifiers):
        return _sum(of)
    kept = _fixed_number(group)
    if kept is None:
        return _sum([within(min(0, part.least), max(0, part.most), part.grain, exact=part.exact) for part in of])
    one = within(min(part.least for part in of), max(part.most for part in of))
    return reach_of_operation("*", _as_fine_as(of, one), within(kept, kept))


def _fixed_number(group: Group) -> int | None:
    """Return the number of kept members, or None unless a single `Keep` of the highest or lowest determines it."""
    match group.modifiers:
        case (Keep(of=(Rank(number=number),)),) if group.members:
            return min(number, len(group.members))
        case _:
            return None


def _sum(of: Sequence[Reach]) -> Reach:
    total = within(0, 0)
    for part in of:
        total = reach_of_operation("+", total, part)
    return total


def _as_fine_as(of: Sequence[Reach], one: Reach) -> Reach:
    grain, exact = common_grain(of)
    return within(one.least, one.most, grain, exact=exact)
