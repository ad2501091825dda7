"""Helpers that enumerate every outcome of dice."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from shared.kernel.chance import Chance, DrawPlace, Faces
from shared.kernel.odds.distribution import Distribution
from shared.kernel.refusals import FacesMissing


class Branching(Faces):
    """Faces from a script. A missing face is reported, so that the enumeration can try every face of its die."""

    asked = 0

    def _faces(self, place: DrawPlace, sides: int, count: int) -> tuple[int, ...]:
        self.asked = sides
        return super()._faces(place, sides, count)


def every_way(thrown: Callable[[Chance], Any]) -> dict[Any, Fraction]:
    """Return the probability of every outcome, by enumerating all faces."""
    found: dict[Any, Fraction] = {}
    ways: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while ways:
        faces, chance = ways.pop()
        tape = Branching(*faces)
        try:
            outcome = thrown(tape)
        except FacesMissing:
            ways += [((*faces, face), chance / tape.asked) for face in range(1, tape.asked + 1)]
        else:
            tape.finish()
            found[outcome] = found.get(outcome, Fraction(0)) + chance
    return found


def shares(distribution: Distribution[Any]) -> dict[Any, Fraction]:
    """Return a distribution as a mapping from outcomes to exact probabilities."""
    return {outcome: Fraction(ways, distribution.total) for outcome, ways in distribution.weights.items()}


def sum_by(ways: dict[Any, Fraction], key: Callable[[Any], Any]) -> dict[Any, Fraction]:
    """Add up the probabilities of outcomes that have the same key."""
    found: dict[Any, Fraction] = {}
    for outcome, chance in ways.items():
        found[key(outcome)] = found.get(key(outcome), Fraction(0)) + chance
    return found
