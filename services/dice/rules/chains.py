"""How far explosions are followed when odds are worked out, and how likely a roll is to go further."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2
from typing import Final, assert_never

from msgspec.structs import replace

from services.dice.rules.expression import (
    Arithmetic,
    Call,
    Comparison,
    Dice,
    Explode,
    Group,
    Labelled,
    Negative,
    Node,
    Number,
    Point,
    dice_of,
)
from services.dice.rules.further import chance_of, reach_of_dice

SMALLEST: Final = -1000
"""The exponent of 2 below which a chance is told as no smaller."""


def explosions(node: Node) -> Iterator[tuple[Dice, int]]:
    """Return every explosion that may lead on and on: its dice, and its place among their modifiers."""
    for dice in dice_of(node):
        for at, modifier in enumerate(dice.modifiers):
            if isinstance(modifier, Explode) and not modifier.once:
                yield dice, at


def followed(node: Node, limit: int) -> Node:
    """Return the same tree with explosions that lead on for so many throws at most.

    Rule:    DI-ODDS-06
    """
    match node:
        case Dice():
            cut = tuple(replace(each, limit=limit) if isinstance(each, Explode) else each for each in node.modifiers)
            return replace(node, modifiers=cut)
        case Negative() | Labelled():
            return replace(node, of=followed(node.of, limit))
        case Arithmetic() | Comparison():
            return replace(node, left=followed(node.left, limit), right=followed(node.right, limit))
        case Call():
            return replace(node, of=tuple(followed(part, limit) for part in node.of))
        case Group():
            return replace(node, members=tuple(followed(part, limit) for part in node.members))
        case Number():
            return node
        case _:
            assert_never(node)


def further_at_most(node: Node, limit: int) -> float:
    """Bound the chance that some explosion leads on for more throws than that.

    Rule:    DI-ODDS-06
    """
    return min(1.0, sum(_one_further(dice, at, limit) for dice, at in explosions(node)))


def _one_further(dice: Dice, at: int, limit: int) -> float:
    """Each die that may begin a chain leads on with the chance of its faces, and so does each further throw."""
    explode = dice.modifiers[at]
    points = (
        [selector for selector in explode.of if isinstance(selector, Point)] if isinstance(explode, Explode) else []
    )
    if not isinstance(explode, Explode) or len(points) < len(explode.of):
        return 1.0
    chance = chance_of(dice.die, points)
    if not chance:
        return 0.0
    beginning = float(reach_of_dice(replace(dice, modifiers=dice.modifiers[:at])).throws)
    exponent = limit + (1 if at == 0 else 0)
    return float(2.0 ** max(log2(beginning or 1) + exponent * log2(chance), SMALLEST))
