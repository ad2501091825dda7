"""The evaluator of notations: it rolls all dice of a notation from left to right, and then calculates the value.

A notation is compiled once and rolled many times: each node becomes a function of the rolled dice. Only two things are
calculated earlier, as soon as their own dice have been rolled: a number of dice that is itself rolled, and a named
roll.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from services.dice.notation.dice_in_play import DiceInPlay, Roller
from services.dice.notation.expression import Counted, Dice, Expression, Group, Labelled, Let, Node, Rational, children
from services.dice.notation.memory import cache_by_text
from services.dice.notation.numbers import as_amount
from services.dice.notation.outcomes import NotationOutcome, ThrownDice
from services.dice.notation.parser import CACHED, parse
from services.dice.notation.values import NodeValue, Table, value_of
from shared.kernel.chance import Chance
from shared.kernel.messages import Audience

Ready: TypeAlias = Callable[[Chance, str, Audience | None], NotationOutcome]
Labels: TypeAlias = tuple[str, ...]


class Term(Struct, frozen=True):
    """Dice that are rolled together, with their labels.

    `count` returns the number of dice if that number is itself rolled.
    """

    dice: Dice
    labels: Labels = ()
    count: NodeValue | None = None


class Naming(Struct, frozen=True):
    """The step that stores the value of a named roll, after all dice of that roll have been rolled."""

    name: str
    value: NodeValue


Step: TypeAlias = Term | Naming


@cache_by_text(CACHED)
def ready(text: str, dialect: str | None = None) -> Ready:
    """Compile a notation into a function that rolls it."""
    return evaluator_of(parse(text, dialect))


def evaluator_of(expression: Expression) -> Ready:
    """Compile an expression into a function that rolls it."""
    steps = _Steps(expression.root).found
    terms = tuple(step for step in steps if isinstance(step, Term))
    value = value_of(expression.root)
    plain = not any(term.dice.modifiers or term.dice.die.values or not term.dice.count for term in terms)
    if plain and len(terms) == len(steps) and _is_simple(expression.root):
        return _plainly(expression.comment, terms, value)
    return _with_modifiers(expression.comment, steps, value)


def _plainly(comment: str, terms: tuple[Term, ...], value: NodeValue) -> Ready:
    """Return the function that rolls dice without modifiers. This is the most common case."""
    known = tuple((term.dice.text, term.dice.die.sides, term.dice.count, term.labels) for term in terms)

    def throw(chance: Chance, purpose: str, audience: Audience | None) -> NotationOutcome:
        fallen: list[ThrownDice] = []
        totals: list[Rational] = []
        for text, sides, count, labels in known:
            faces = chance.roll(purpose, sides, count, audience=audience)
            total = sum(faces)
            totals.append(total)
            fallen.append(ThrownDice(text=text, faces=faces, total=total, labels=labels))
        whole = value(Table(totals, ()))
        return NotationOutcome(total=as_amount(whole), dice=tuple(fallen), comment=comment)

    return throw


def _with_modifiers(comment: str, steps: tuple[Step, ...], value: NodeValue) -> Ready:
    terms = tuple(step for step in steps if isinstance(step, Term))

    def throw(chance: Chance, purpose: str, audience: Audience | None) -> NotationOutcome:
        roller, in_play = Roller(chance, purpose, audience), list[DiceInPlay]()
        table = Table([], in_play)
        for step in steps:
            if isinstance(step, Naming):
                table.names[step.name] = step.value(table)
            else:
                in_play.append(_in_play(_dice_of(step, table), roller))
                table.totals.append(in_play[-1].total)
        total = as_amount(value(table))
        fallen = tuple(dice_in_play.record(term.labels) for dice_in_play, term in zip(in_play, terms, strict=True))
        return NotationOutcome(total=total, dice=fallen, groups=tuple(table.groups), comment=comment)

    return throw


def _dice_of(term: Term, table: Table) -> Dice:
    """Return the dice of a term. If their number is itself rolled, that roll was made before. Rule: DI-DICE-07."""
    return term.dice if term.count is None else replace(term.dice, count=int(term.count(table)))


def _in_play(dice: Dice, roller: Roller) -> DiceInPlay:
    dice_in_play = DiceInPlay(dice, roller)
    for modifier in dice.modifiers:
        dice_in_play.take(modifier)
    return dice_in_play


class _Steps:
    """The terms of a tree from left to right, each with the labels around it. Rule: DI-NOT-04."""

    def __init__(self, root: Node) -> None:
        self.terms = 0
        self.found: tuple[Step, ...] = tuple(self._steps(root, ()))

    def _steps(self, node: Node, labels: Labels) -> list[Step]:
        match node:
            case Dice():
                self.terms += 1
                return [Term(node, labels)]
            case Labelled():
                return self._steps(node.of, (*labels, *node.labels))
            case Counted():
                value = value_of(node.count, self.terms)
                before = self._steps(node.count, labels)
                self.terms += 1
                return [*before, Term(node.dice, labels, value)]
            case Let():
                named = value_of(node.of, self.terms)
                before = self._steps(node.of, labels)
                return [*before, Naming(node.name, named), *self._steps(node.then, labels)]
            case _:
                return [step for child in children(node) for step in self._steps(child, labels)]


def _is_simple(node: Node) -> bool:
    """Return whether the tree consists of plain dice and numbers only, so that it can be calculated at the end."""
    return not isinstance(node, Group | Counted) and all(_is_simple(child) for child in children(node))
