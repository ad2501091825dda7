"""The value of an expression after the roll. Each node is compiled once into a function of the rolled dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, assert_never

from msgspec import Struct

from services.dice.notation.dice_in_play import DiceInPlay, count_successes, find_marked, in_order, last_count
from services.dice.notation.expression import (
    Again,
    Arithmetic,
    Call,
    Comparison,
    Counted,
    Dice,
    Group,
    Labelled,
    Let,
    Negative,
    Node,
    Number,
    Rational,
    children,
    compare,
)
from services.dice.notation.keeping import keep_members
from services.dice.notation.numbers import ARITHMETIC, FUNCTION, as_amount, tidy
from services.dice.notation.outcomes import ThrownGroup


class Table(Struct):
    """The rolled dice: the total of each term, the dice themselves, and the groups calculated so far.

    The totals and the dice of the terms are in order from left to right.
    """

    totals: list[Rational]
    in_play: Sequence[DiceInPlay]
    groups: list[ThrownGroup] = []
    names: dict[str, Rational] = {}


NodeValue: TypeAlias = Callable[[Table], Rational]


def value_of(root: Node, seen: int = 0) -> NodeValue:
    """Compile an expression into a function of the rolled dice. `seen` is the number of terms before its first one."""
    return _Making(seen).value(root)


class _Making:
    """A traversal of a tree from left to right. `seen` counts the terms visited so far, which numbers the next term."""

    def __init__(self, seen: int) -> None:
        self.seen = seen

    def value(self, node: Node) -> NodeValue:  # noqa: PLR0911 one for each kind of node
        match node:
            case Number(value=value):
                return lambda _: value
            case Dice():
                term, self.seen = self.seen, self.seen + 1
                return lambda table: table.totals[term]
            case Labelled():
                return self.value(node.of)
            case Again(name=name):
                return lambda table: table.names[name]
            case Counted() | Let():
                return self._of_rolled_before(node)
            case Negative():
                of = self.value(node.of)
                return lambda table: -of(table)
            case _:
                return self._of_parts(node)

    def _of_rolled_before(self, node: Counted | Let) -> NodeValue:
        """Skip a rolled number of dice or a named roll: its value is calculated as soon as its own dice are rolled."""
        self.value(children(node)[0])
        return self.value(children(node)[1])

    def _of_parts(self, node: Arithmetic | Comparison | Call | Group) -> NodeValue:
        start = self.seen
        of = [self.value(part) for part in children(node)]
        match node:
            case Arithmetic():
                left, right, made_one = of[0], of[1], ARITHMETIC[node.sign]
                return lambda table: made_one(left(table), right(table))
            case Comparison(sign=sign):
                left, right = of
                return lambda table: int(compare(sign, left(table), right(table)))
            case Call():
                function = FUNCTION[node.name]
                return lambda table: function([part(table) for part in of])
            case Group():
                if node.pooled:
                    return _pool(node, of[0], range(start, self.seen))
                return lambda table: _record_group(node, [member(table) for member in of], table)
            case _:
                assert_never(node)


def _pool(group: Group, member: NodeValue, terms: range) -> NodeValue:
    """Choose among all dice in the group's only member, and then calculate that member's value. Rule: DI-GRP-02."""

    def value(table: Table) -> Rational:
        dice = [(term, place) for term in terms for place in table.in_play[term].live]
        values = [table.in_play[term].values[place] for term, place in dice]
        live = keep_members(group.modifiers, values)
        for term in terms:
            dice_in_play = table.in_play[term]
            dice_in_play.live = [dice[number][1] for number in live if dice[number][0] == term]
            table.totals[term] = dice_in_play.total
        total = member(table)
        return _record_group(group, values, table, total)

    return value


def _record_group(group: Group, values: Sequence[Rational], table: Table, total: Rational | None = None) -> Rational:
    """Record the outcome of a group, and return its value. Rule: DI-GRP-01, DI-CMP-01."""
    modifiers = group.modifiers
    live = keep_members(modifiers, values)
    count = last_count(modifiers)
    successes, failures = (None, None) if count is None else count_successes(count, live, values)
    if successes is not None and failures is not None:
        total = len(successes) - len(failures)
    elif total is None:
        total = tidy(sum([values[number] for number in live]))
    table.groups.append(
        ThrownGroup(
            text=group.text,
            members=tuple(as_amount(value) for value in values),
            total=as_amount(total),
            dropped=tuple(number for number in range(len(values)) if number not in live),
            successes=successes,
            failures=failures if count is not None and count.failure is not None else None,
            criticals=find_marked("critical", modifiers, live, values),
            fumbles=find_marked("fumble", modifiers, live, values),
            order=in_order(modifiers, live, values),
        )
    )
    return total
