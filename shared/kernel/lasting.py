"""Values that never change and come again with every version of a stream, and what is made of them once.

The parts of a view are mostly those of the view before: whoever derives them from `Lasting` values of the state by
`made_once` or `each_made_once` gets the same parts again, and the platform encodes them once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple, TypeVar, cast

from msgspec import Struct

T = TypeVar("T")


class Lasting(Struct, frozen=True, kw_only=True, dict=True):
    """A value that never changes. What was made of it is kept with it: neither stored, compared nor copied."""


def made_once(make: Callable[..., T], of: Lasting, *facts: Hashable) -> T:
    """Return what `make` makes of a value and facts; the second time it is what it was the first time.

    `make` is pure: all that its answer depends on is the value and the facts. Those are few for each value.
    """
    made = cast("dict[Any, Any]", of.__dict__)
    key = (make, *facts)
    found = made.get(key)
    if found is None:
        found = made[key] = make(of, *facts)
    return cast("T", found)


class Row(NamedTuple):
    """Values that stood in a row, and what was made of each."""

    of: tuple[Lasting, ...]
    made: tuple[Any, ...]


def each_made_once(make: Callable[..., T], of: Iterable[Lasting], *facts: Hashable) -> tuple[T, ...]:
    """Return what `make` makes of each value in a row and of facts; of a row that goes on, only what is new is made.

    A row goes on where its last values are followed by others; its first ones may be gone. What was made of it is kept
    with its last value, and moves on with the row. `make` is pure, as in `made_once`.
    """
    values, key = tuple(of), (each_made_once, make, *facts)
    made = _made_before(values, key)
    if len(made) < len(values):
        made += tuple([make(one, *facts) for one in values[len(made) :]])
    if values:
        values[-1].__dict__[key] = Row(values, made)
    return made


def _made_before(values: tuple[Lasting, ...], key: Hashable) -> tuple[Any, ...]:
    """Return what was made of the first of some values, if they are the very values that stood last in a row."""
    for count in range(len(values), 0, -1):
        row: Row | None = values[count - 1].__dict__.pop(key, None)
        if row is not None:
            return row.made[-count:] if row.of[-count:] == values[:count] else ()
    return ()
