"""A vocabulary: every word that a learner can choose, every number that it observes, and a digest of all of them.

A learner that was trained with one vocabulary cannot use a vocabulary with a different digest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from shared.kernel.messages import canonical

Body: TypeAlias = tuple[str, ...]
"""The words of a command."""
Numbers: TypeAlias = NDArray[np.float32]
DONE: Final = "done"
"""The last word of every command."""
FURTHEST: Final = 255.0
"""The largest number in an observation. Numbers are clipped to the range from `-FURTHEST` to `FURTHEST`."""


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """The words and numbers of an environment. An action is the index of a word."""

    words: tuple[str, ...]
    numbers: Mapping[str, range]
    """The range of positions of each named part in an observation."""

    @property
    def length(self) -> int:
        """Return the number of values in an observation."""
        return sum(map(len, self.numbers.values()))

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the words and of the named parts, in their order."""
        parts = [[name, len(part)] for name, part in self.numbers.items()]
        return sha256(canonical({"words": self.words, "numbers": parts})).hexdigest()


def placed(sizes: Iterable[tuple[str, int]]) -> dict[str, range]:
    """Return the positions of named parts with these sizes, placed one after another."""
    named = dict(sizes)
    ends = accumulate(named.values())
    return {name: range(end - size, end) for (name, size), end in zip(named.items(), ends, strict=True)}
