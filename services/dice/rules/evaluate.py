"""Throwing a notation: all its dice fall from left to right, and only then is it worked out.

A notation is made ready once and then thrown as often as asked: each node becomes a function of the dice on the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from services.dice.outcomes import NotationOutcome, ThrownDice
from services.dice.rules.expression import Dice, Expression, Group, Labelled, Node, Rational, children
from services.dice.rules.memory import remembered
from services.dice.rules.notation import CACHED, parse
from services.dice.rules.numbers import shown
from services.dice.rules.pile import DICE, Pile
from services.dice.rules.worth import Table, Worth, worth_of
from shared.chance import Chance
from shared.messages import Audience

Ready: TypeAlias = Callable[[Chance, Audience | None], NotationOutcome]
Labels: TypeAlias = tuple[str, ...]
Term: TypeAlias = tuple[Dice, Labels]


def evaluate(expression: Expression, chance: Chance, audience: Audience | None = None) -> NotationOutcome:
    """Throw an expression once."""
    return _made_ready(expression)(chance, audience)


def throw_notation(text: str, chance: Chance, audience: Audience | None = None) -> NotationOutcome:
    """Read a notation, or remember it, and throw it.

    Rule:    DI-NOT-01, DI-DICE-05
    Refuses: what `parse` refuses; never anything once a die has fallen
    """
    return ready(text)(chance, audience)


@remembered(CACHED)
def ready(text: str) -> Ready:
    """Make a notation ready to be thrown."""
    return _made_ready(parse(text))


def _made_ready(expression: Expression) -> Ready:
    terms = tuple(_terms(expression.root))
    worth = worth_of(expression.root)
    plain = not any(dice.modifiers or dice.die.values or not dice.count for dice, _ in terms)
    if plain and not _has_group(expression.root):
        return _plainly(expression.comment, terms, worth)
    return _in_piles(expression.comment, terms, worth)


def _plainly(comment: str, terms: tuple[Term, ...], worth: Worth) -> Ready:
    """Throw dice that nothing happens to: most rolls there are."""
    known = tuple((dice.text, dice.die.sides, dice.count, labels) for dice, labels in terms)

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


def _in_piles(comment: str, terms: tuple[Term, ...], worth: Worth) -> Ready:
    def throw(chance: Chance, audience: Audience | None) -> NotationOutcome:
        piles = [_pile(dice, chance, audience) for dice, _ in terms]
        table = Table([pile.total for pile in piles], piles)
        total = shown(worth(table))
        fallen = tuple(pile.told(labels) for pile, (_, labels) in zip(piles, terms, strict=True))
        return NotationOutcome(total=total, dice=fallen, groups=tuple(table.groups), comment=comment)

    return throw


def _pile(dice: Dice, chance: Chance, audience: Audience | None) -> Pile:
    pile = Pile(dice, chance, audience)
    for modifier in dice.modifiers:
        pile.take(modifier)
    return pile


def _terms(node: Node, labels: Labels = ()) -> list[Term]:
    """Give the dice from left to right, each with the labels that it stands under. Rule: DI-NOT-04."""
    if isinstance(node, Dice):
        return [(node, labels)]
    if isinstance(node, Labelled):
        return _terms(node.of, (*labels, *node.labels))
    return [term for child in children(node) for term in _terms(child, labels)]


def _has_group(node: Node) -> bool:
    return isinstance(node, Group) or any(_has_group(child) for child in children(node))
