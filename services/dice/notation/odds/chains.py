"""The number of throws of an explosion that the odds include, and the probability that a roll has more throws."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2
from typing import Final

from msgspec.structs import replace

from services.dice.notation.expression import CHAIN, Dice, Explode, Modifier, Node, Point, children, dice_of, with_parts
from services.dice.notation.extra_rolls import chance_of, reach_of_dice

SMALLEST: Final = -1000
"""The smallest exponent of 2 of a reported probability. Smaller probabilities are reported as 2 to this power."""


def explosions(node: Node) -> Iterator[tuple[Dice, int]]:
    """Yield every explosion that may continue without limit: its dice, and its index among their modifiers."""
    for dice in dice_of(node):
        for at, modifier in enumerate(dice.modifiers):
            if isinstance(modifier, Explode) and not modifier.once and modifier.limit == CHAIN:
                yield dice, at


def limit_explosions(node: Node, limit: int) -> Node:
    """Return the same tree with explosions limited to a number of throws.

    Rule:    DI-ODDS-06
    """
    if not isinstance(node, Dice):
        return with_parts(node, [limit_explosions(part, limit) for part in children(node)])
    return replace(node, modifiers=tuple(_cut(modifier, limit) for modifier in node.modifiers))


def _cut(modifier: Modifier, limit: int) -> Modifier:
    return replace(modifier, limit=min(modifier.limit, limit)) if isinstance(modifier, Explode) else modifier


def longer_at_most(node: Node, limit: int) -> float:
    """Return an upper bound on the probability that any explosion continues for more throws than the limit.

    Rule:    DI-ODDS-06
    """
    return min(1.0, sum(_one_longer(dice, at, limit) for dice, at in explosions(node)))


def _one_longer(dice: Dice, at: int, limit: int) -> float:
    """Return an upper bound on the probability that one given explosion continues for more throws than the limit.

    Each die continues with the probability of its exploding faces.
    """
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
