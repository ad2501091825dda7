"""A random choice among equally likely options: a coin, a die with names on its faces, or a simple table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Generic, TypeVar

from msgspec import Struct

from shared.kernel.chance import Chance
from shared.kernel.messages import Audience
from shared.kernel.odds.report import Exact, exact

T = TypeVar("T")


class OneOf(Struct, Generic[T], frozen=True):
    """A random choice among `options`; face 1 selects the first of them."""

    options: tuple[T, ...]

    def throw(self, chance: Chance, purpose: str, audience: Audience | None = None) -> T:
        """Roll a die with a side for each option, and return the chosen option."""
        (face,) = chance.roll(purpose, len(self.options), audience=audience)
        return self.options[face - 1]

    def odds(self) -> Mapping[str, Exact]:
        """Return the exact probability of each option, by the option's name."""
        return dict.fromkeys(map(str, self.options), exact(Fraction(1, len(self.options))))

    def odds_cost(self) -> int:
        """Return the cost of the odds: one step for each option."""
        return len(self.options)
