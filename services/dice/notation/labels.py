"""The amount of each label of a roll: the value of the dice, number or whole expression that has the label."""

from __future__ import annotations

from fractions import Fraction

from services.dice.notation.expression import Counted, Dice, Group, Labelled, Let, Node, Rational, children
from services.dice.notation.numbers import as_amount, tidy
from services.dice.notation.outcomes import LabelAmount, NotationOutcome
from services.dice.notation.values import Table, value_of


def amounts(root: Node, outcome: NotationOutcome) -> tuple[LabelAmount, ...]:
    """Return the amount of each label, from left to right, or an empty tuple if a group keeps only some of its dice.

    Rule:    DI-RENDER-03
    """
    if _is_chosen(root):
        return ()
    table = Table([tidy(Fraction(dice.total)) for dice in outcome.dice], ())
    return tuple(_Amounts(table).amounts_in(root))


class _Amounts:
    """A traversal of an expression's tree, in which `seen` counts the terms visited so far."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seen = 0

    def amounts_in(self, node: Node) -> list[LabelAmount]:
        if isinstance(node, Dice):
            self.seen += 1
            return []
        start = self.seen
        if isinstance(node, Let):
            first = self.amounts_in(node.of)
            self.table.names[node.name] = value_of(node.of, start)(self.table)
            return [*first, *self.amounts_in(node.then)]
        inner = [amount for child in children(node) for amount in self.amounts_in(child)]
        if not isinstance(node, Labelled):
            return inner
        value: Rational = value_of(node.of, start)(self.table)
        return [LabelAmount(label=", ".join(node.labels), amount=as_amount(value)), *inner]


def _is_chosen(node: Node) -> bool:
    """Return whether a group keeps only some dice or members, so that a label may belong to dropped dice."""
    if isinstance(node, Counted):
        return False
    return (isinstance(node, Group) and bool(node.modifiers)) or any(_is_chosen(child) for child in children(node))
