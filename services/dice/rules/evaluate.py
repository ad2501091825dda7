"""Throwing a notation: all its dice fall from left to right, and only then is it worked out.

A notation is made ready once and then thrown as often as asked: each node becomes a function of the dice on the table.
What is needed sooner, a number of dice or a roll with a name, is worked out as soon as its own dice lie there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from services.dice.outcomes import NotationOutcome, ThrownDice
from services.dice.rules.expression import Counted, Dice, Expression, Group, Labelled, Let, Node, Rational, children
from services.dice.rules.memory import remembered
from services.dice.rules.notation import CACHED, parse
from services.dice.rules.numbers import shown
from services.dice.rules.pile import DICE, Pile
from services.dice.rules.worth import Table, Worth, worth_of
from services.dice.throws import Dialect
from shared.kernel.chance import Chance
from shared.kernel.messages import Audience

Ready: TypeAlias = Callable[[Chance, Audience | None], NotationOutcome]
Labels: TypeAlias = tuple[str, ...]


class Term(Struct, frozen=True):
    """Dice that fall together, under their labels; `count` gives how many, where that is itself rolled."""

    dice: Dice
    labels: Labels = ()
    count: Worth | None = None


class Naming(Struct, frozen=True):
    """The moment at which all dice of a named roll lie on the table."""

    name: str
    worth: Worth


Step: TypeAlias = Term | Naming


def evaluate(expression: Expression, chance: Chance, audience: Audience | None = None) -> NotationOutcome:
    """Throw an expression once."""
    return _made_ready(expression)(chance, audience)


def throw_notation(
    text: str, chance: Chance, audience: Audience | None = None, dialect: Dialect | None = None
) -> NotationOutcome:
    """Read a notation, or remember it, and throw it.

    Rule:    DI-NOT-01, DI-DICE-05
    Refuses: what `parse` refuses; never anything once a die has fallen
    """
    return ready(text, dialect)(chance, audience)


@remembered(CACHED)
def ready(text: str, dialect: Dialect | None = None) -> Ready:
    """Make a notation ready to be thrown."""
    return _made_ready(parse(text, dialect))


def _made_ready(expression: Expression) -> Ready:
    steps = _Steps(expression.root).found
    terms = tuple(step for step in steps if isinstance(step, Term))
    worth = worth_of(expression.root)
    plain = not any(term.dice.modifiers or term.dice.die.values or not term.dice.count for term in terms)
    if plain and len(terms) == len(steps) and _is_simple(expression.root):
        return _plainly(expression.comment, terms, worth)
    return _in_piles(expression.comment, steps, worth)


def _plainly(comment: str, terms: tuple[Term, ...], worth: Worth) -> Ready:
    """Throw dice that nothing happens to: most rolls there are."""
    known = tuple((term.dice.text, term.dice.die.sides, term.dice.count, term.labels) for term in terms)

    def throw(chance: Chance, audience: Audience | None) -> NotationOutcome:
        fallen: list[ThrownDice] = []
        totals: list[Rational] = []
        for text, sides, count, labels in known:
            faces = chance.roll(DICE, sides, count, audience=audience)
            total = sum(faces)
            totals.append(total)
            fallen.append(ThrownDice(text=text, faces=faces, total=total, labels=labels))
        whole = worth(Table(totals, ()))
        return NotationOutcome(total=shown(whole), dice=tuple(fallen), comment=comment)

    return throw


def _in_piles(comment: str, steps: tuple[Step, ...], worth: Worth) -> Ready:
    terms = tuple(step for step in steps if isinstance(step, Term))

    def throw(chance: Chance, audience: Audience | None) -> NotationOutcome:
        piles: list[Pile] = []
        table = Table([], piles)
        for step in steps:
            if isinstance(step, Naming):
                table.names[step.name] = step.worth(table)
            else:
                piles.append(_pile(_counted(step, table), chance, audience))
                table.totals.append(piles[-1].total)
        total = shown(worth(table))
        fallen = tuple(pile.told(term.labels) for pile, term in zip(piles, terms, strict=True))
        return NotationOutcome(total=total, dice=fallen, groups=tuple(table.groups), comment=comment)

    return throw


def _counted(term: Term, table: Table) -> Dice:
    """Give the dice of a term, in the number that has been rolled for them. Rule: DI-DICE-07."""
    return term.dice if term.count is None else replace(term.dice, count=int(term.count(table)))


def _pile(dice: Dice, chance: Chance, audience: Audience | None) -> Pile:
    pile = Pile(dice, chance, audience)
    for modifier in dice.modifiers:
        pile.take(modifier)
    return pile


class _Steps:
    """The terms of a tree from left to right, each with the labels that it stands under. Rule: DI-NOT-04."""

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
                worth = worth_of(node.count, self.terms)
                before = self._steps(node.count, labels)
                self.terms += 1
                return [*before, Term(node.dice, labels, worth)]
            case Let():
                named = worth_of(node.of, self.terms)
                before = self._steps(node.of, labels)
                return [*before, Naming(node.name, named), *self._steps(node.then, labels)]
            case _:
                return [step for child in children(node) for step in self._steps(child, labels)]


def _is_simple(node: Node) -> bool:
    """Tell whether nothing but plain dice and numbers is worked out, all of it at the end."""
    return not isinstance(node, Group | Counted) and all(_is_simple(child) for child in children(node))
