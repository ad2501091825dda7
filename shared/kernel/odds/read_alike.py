"""Equivalence classes of rolls: one roll of each class of rolls with the same outcome, and the size of the class.

In a pool that only counts or adds up its dice, many rolls have the same outcome. The pool returns one roll of each
class, so that an enumeration of a command's outcomes decides each class only once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import Final, TypeAlias

from shared.kernel.refusals import TooManyWays

MOST_WAYS: Final = 2048
"""The maximum number of rolls of one decision that are enumerated."""
Ways: TypeAlias = tuple[tuple[int, ...], int]
"""The faces of one roll, and the number of rolls with the same outcome."""
Label: TypeAlias = Callable[[int], Hashable]
"""A function from a face to a label; faces with the same label have the same effect."""


def rolls_by_count(sides: int, count: int, label: Label) -> Iterator[Ways]:
    """Yield the equivalence classes of rolls in which only the count of each label matters, and not the order.

    Refuses: TooManyWays
    """
    firsts, sizes = _faces_by_label(sides, label)
    check_few(comb(len(firsts) + count - 1, count))
    for chosen in combinations_with_replacement(range(len(firsts)), count):
        numbers = [chosen.count(place) for place in range(len(firsts))]
        orders = factorial(count) // prod(map(factorial, numbers))
        yield (
            tuple(firsts[place] for place in chosen),
            orders * prod(size**number for size, number in zip(sizes, numbers, strict=True)),
        )


def rolls_by_sum(sides: int, count: int) -> Iterator[Ways]:
    """Yield the equivalence classes of rolls in which only the sum matters. Refuses: TooManyWays."""
    check_few(count * (sides - 1) + 1)
    for total, ways in enumerate(_sums(sides, count), start=count):
        yield _of_total(sides, count, total), ways


def each_read(dice: Sequence[Sequence[Hashable]]) -> Iterator[Ways]:
    """Yield the equivalence classes of rolls in which each die counts separately.

    `dice` contains, for each die, a label for each of its sides.

    Refuses: TooManyWays
    """
    labelled = [_faces_by_label(len(labels), lambda face, labels=labels: labels[face - 1]) for labels in dice]  # type: ignore[misc]
    check_few(prod(len(firsts) for firsts, _ in labelled))
    for places in product(*(range(len(firsts)) for firsts, _ in labelled)):
        chosen = list(zip(labelled, places, strict=True))
        yield tuple(firsts[at] for (firsts, _), at in chosen), prod(sizes[at] for (_, sizes), at in chosen)


def check_few(ways: int) -> None:
    """Check that a roll has few enough equivalence classes, before any is enumerated.

    Rule: AR-ODDS-05. Refuses: TooManyWays.
    """
    if ways > MOST_WAYS:
        raise TooManyWays(needs=MOST_WAYS, has="more")


def _faces_by_label(sides: int, label: Label) -> tuple[list[int], list[int]]:
    """Return the first face of each label, and the number of faces that have that label."""
    faces: dict[Hashable, list[int]] = {}
    for face in range(1, sides + 1):
        faces.setdefault(label(face), []).append(face)
    return [alike[0] for alike in faces.values()], [len(alike) for alike in faces.values()]


def _sums(sides: int, count: int) -> list[int]:
    """Return the number of ways to roll each sum of dice, from the lowest sum."""
    ways = [1]
    for _ in range(count):
        longer = [0] * (len(ways) + sides - 1)
        for total, number in enumerate(ways):
            for face in range(sides):
                longer[total + face] += number
        ways = longer
    return ways


def _of_total(sides: int, count: int, total: int) -> tuple[int, ...]:
    """Return the faces of `count` dice that add up to a total."""
    above, faces = total - count, []
    for _ in range(count):
        taken = min(above, sides - 1)
        faces.append(1 + taken)
        above -= taken
    return tuple(faces)
