"""A player's own random numbers, derived from a seed alone. They never affect the draws of a stream."""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence, Sequence
from typing import Any, Final, TypeVar

T = TypeVar("T")

WORD: Final = 8
"""The number of bytes of one random number."""
BITS: Final = 8 * WORD


class Luck:
    """A source of pseudorandom numbers. The same seed gives the same numbers on every machine.

    Block i of the source is SHA-256 of the seed and i; each block is four numbers of 64 bits.
    """

    __slots__ = ("_block", "_left", "_seed")

    def __init__(self, seed: bytes) -> None:
        """Start with a seed of any length."""
        self._seed = seed
        self._block = 0
        self._left: list[int] = []

    def below(self, count: int) -> int:
        """Return a number from 0 to `count` - 1. The bias is below `count` / 2^64."""
        if not self._left:
            self._fill()
        return (self._left.pop() * count) >> BITS

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle a list in place with the Fisher-Yates shuffle, starting at the end."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def one_of(self, items: Sequence[T]) -> T:
        """Return one of the items; each is equally likely."""
        return items[self.below(len(items))]

    def seed(self) -> bytes:
        """Return a seed of 32 bytes for another source. It is independent of the later numbers of this source."""
        return hashlib.sha256(b"seed" + self.below(1 << BITS).to_bytes(WORD, "big") + self._seed).digest()

    def _fill(self) -> None:
        digest = hashlib.sha256(self._seed + self._block.to_bytes(WORD, "big")).digest()
        self._left = [int.from_bytes(digest[at : at + WORD], "big") for at in range(0, len(digest), WORD)]
        self._block += 1
