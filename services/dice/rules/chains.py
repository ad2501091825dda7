"""How far explosions are followed when odds are worked out, and how likely a roll is to go further."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2
from typing import assert_never

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


def explosions(node: Node) -> Iterator[tuple[Dice, Explode]]:
    """Return every explosion that may lead on and on, with its dice."""
    for dice in dice_of(node):
        for modifier in dice.modifiers:
            if isinstance(modifier, Explode) and not modifier.once:
                yield dice, modifier


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
    return min(1.0, sum(_one_further(dice, modifier, limit) for dice, modifier in explosions(node)))


def _one_further(dice: Dice, explode: Explode, limit: int) -> float:
    """Every die that can begin a chain begins one, and each further throw leads on with the chance of its faces."""
    points = [selector for selector in explode.of if isinstance(selector, Point)]
    if len(points) < len(explode.of):
        return 1.0
    chance = chance_of(dice.die, points)
    if not chance:
        return 0.0
    beginning = float(reach_of_dice(dice).throws)
    exponent = limit + int(dice.modifiers[0] == explode)
    return float(2.0 ** max(log2(beginning or 1) + exponent * log2(chance), -1000))
