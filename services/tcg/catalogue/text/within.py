"""Values that hold while the text of a card's part is generated."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def within(variable: ContextVar[T], value: T) -> Iterator[None]:
    """Give a variable this value within the `with` block, and its earlier value after it."""
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)
