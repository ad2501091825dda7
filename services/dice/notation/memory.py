"""What is remembered of texts read before: bounded in bytes, and nothing of a text that was refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, Generic, TypeVar

V = TypeVar("V")

OF_ONE: Final = 1000
"""Bytes that anything remembered takes."""
OF_A_LETTER: Final = 400
"""Bytes for each letter of the text, measured at the dearest notations."""
LENGTHS: Final = (20, 60, 500)
"""Maximum lengths of texts that share a cache, each with its part of the bytes."""


class Remembered(Generic[V]):
    """A function of a text, as a dialect reads it, whose latest results are cached, within a limit of bytes.

    Rule:    DI-COST-03
    """

    def __init__(self, function: Callable[[str, str | None], V], limit: int) -> None:
        """Take the function, and the bytes that its results may take together."""
        self._function = function
        share = limit // len(LENGTHS)
        self._kept = [(letters, lru_cache(maxsize=share // size_of(letters))(function)) for letters in LENGTHS]

    def __call__(self, text: str, dialect: str | None = None) -> V:
        """Return the result for a text, worked out now or before."""
        for letters, kept in self._kept:
            if len(text) <= letters:
                return kept(text, dialect)
        return self._function(text, dialect)

    @property
    def size(self) -> int:
        """Return the bytes that are taken now, at most."""
        return sum(kept.cache_info().currsize * size_of(letters) for letters, kept in self._kept)


def size_of(letters: int) -> int:
    """Return the maximum bytes of the result for a text of this length."""
    return OF_ONE + OF_A_LETTER * letters


def remembered(limit: int) -> Callable[[Callable[[str, str | None], V]], Remembered[V]]:
    """Cache the latest results of a function of a text, within a limit of bytes."""
    return lambda function: Remembered(function, limit)
