"""What is remembered of texts read before: bounded in bytes, and nothing of a text that was refused."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Final, Generic, TypeVar

from cachetools import LRUCache

V = TypeVar("V")

OF_ONE: Final = 1000
"""Bytes that anything remembered takes."""
OF_A_LETTER: Final = 400
"""Bytes for each letter of the text, measured at the dearest notations."""


class Remembered(Generic[V]):
    """A function of a text whose latest results are kept, within so many bytes.

    Rule:    DI-COST-03
    """

    def __init__(self, function: Callable[[str], V], limit: int) -> None:
        """Take the function, and the bytes that its results may take together."""
        self._function = function
        self._kept: LRUCache[str, tuple[int, V]] = LRUCache(maxsize=limit, getsizeof=lambda kept: kept[0])
        self._lock = Lock()

    def __call__(self, text: str) -> V:
        """Return the result for a text, worked out now or before."""
        with self._lock:
            kept = self._kept.get(text)
        if kept is None:
            kept = (OF_ONE + OF_A_LETTER * len(text), self._function(text))
            with self._lock:
                self._kept[text] = kept
        return kept[1]

    @property
    def size(self) -> int:
        """Return the bytes that are taken now."""
        return int(self._kept.currsize)

    def forget(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()


def remembered(limit: int) -> Callable[[Callable[[str], V]], Remembered[V]]:
    """Make a function of a text remember its latest results, within so many bytes."""
    return lambda function: Remembered(function, limit)
