"""A cache of parsed texts with a size limit in bytes. Refused texts are not cached."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, Generic, TypeVar

V = TypeVar("V")

OF_ONE: Final = 1000
"""The base size of a cached result, in bytes."""
OF_A_LETTER: Final = 400
"""The additional size, in bytes, for each character of the text, measured with the largest results."""
LENGTHS: Final = (20, 60, 500)
"""The maximum text length for each of the caches. All caches have an equal share of the bytes."""
LONGEST: Final = max(LENGTHS)


class Remembered(Generic[V]):
    """A function of a text and a dialect, whose latest results are cached up to a size limit in bytes.

    Rule:    DI-COST-03
    """

    def __init__(self, function: Callable[[str, str | None], V], limit: int) -> None:
        """Wrap a function. `limit` is the maximum total size of its cached results, in bytes."""
        self._function = function
        share = limit // len(LENGTHS)
        self._kept = [(letters, lru_cache(maxsize=share // size_of(letters))(function)) for letters in LENGTHS]
        self._by_length = [next(kept for most, kept in self._kept if length <= most) for length in range(LONGEST + 1)]

    def __call__(self, text: str, dialect: str | None = None) -> V:
        """Return the result for a text, from the cache if possible."""
        length = len(text)
        return (self._by_length[length] if length <= LONGEST else self._function)(text, dialect)

    @property
    def size(self) -> int:
        """Return an upper bound on the number of bytes that the cache uses now."""
        return sum(kept.cache_info().currsize * size_of(letters) for letters, kept in self._kept)


def size_of(letters: int) -> int:
    """Return the maximum size in bytes of the result for a text of this length."""
    return OF_ONE + OF_A_LETTER * letters


def cache_by_text(limit: int) -> Callable[[Callable[[str, str | None], V]], Remembered[V]]:
    """Return a decorator that caches a function's latest results up to a size limit in bytes."""
    return lambda function: Remembered(function, limit)
