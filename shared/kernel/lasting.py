"""Immutable values that recur in many versions of a state, and a cache of the results derived from each.

Most parts of a view are equal to parts of the previous view. `derive_once` and `derive_each_once` return the same
objects for the same `Lasting` values, so that the platform encodes each part only once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct

__all__ = ["Lasting", "Row", "derive_each_once", "derive_once", "lasting_parts", "once"]

T = TypeVar("T")


class Lasting(Struct, frozen=True, kw_only=True, dict=True):
    """An immutable value that caches the results derived from it. The cache is never stored, compared or copied."""


if TYPE_CHECKING:
    from functools import cached_property as once  # to a type checker both are the same
else:

    class once:  # noqa: N801 it marks a property, as `property` does
        """A decorator for a property of a `Lasting` value that is computed once: its result depends on the value alone.

        Unlike `cached_property` it takes no lock: two threads that read a value at the same moment may both compute the
        result, and the two results are equal.
        """

        def __init__(self, make: Callable[[Lasting], Any]) -> None:
            """Store the function that computes the property; the property takes the function's name."""
            self.make, self.name, self.__doc__ = make, make.__name__, make.__doc__

        def __get__(self, value: Lasting | None, kind: type) -> Any:  # noqa: ANN401
            """Compute the result, and store it in the value, so that later accesses do not reach this method."""
            if value is None:
                return self
            found = value.__dict__[self.name] = self.make(value)
            return found


def derive_once(make: Callable[..., T], of: Lasting, *facts: Hashable) -> T:
    """Return `make(of, *facts)`, from the cache of `of` after the first call.

    `make` is pure: its result depends on the value and the facts alone. The cache holds a result for each combination
    of facts, so use few combinations with each value.
    """
    made: Any = of.__dict__
    key = (make, *facts)
    found: T | None = made.get(key)
    if found is None:
        found = made[key] = make(of, *facts)
    return found


@cache
def lasting_parts(kind: Any) -> tuple[str, ...]:  # noqa: ANN401 a type
    """Return the fields of a view of this kind that are tuples of `Lasting` parts."""
    hints = get_type_hints(kind) if isinstance(kind, type) and issubclass(kind, Struct) else {}
    return tuple(name for name, hint in hints.items() if get_origin(hint) is tuple and _is_lasting(get_args(hint)[0]))


def _is_lasting(kind: Any) -> bool:  # noqa: ANN401 a type
    return isinstance(kind, type) and issubclass(kind, Lasting)


# ---------------------------------------------------------------- values in a tuple


class Row(NamedTuple):
    """All values of a tuple except the last (which stores this row), and the objects derived from all its values.

    If the row contained the last value too, the two would form a reference cycle, which only the garbage collector
    could free.
    """

    before: tuple[Lasting, ...]
    made: tuple[Any, ...]


def derive_each_once(make: Callable[..., T], of: Iterable[Lasting], *facts: Hashable) -> tuple[T, ...]:
    """Return the result of `make` for each value of a tuple. After the tuple has grown, compute only the new results.

    A tuple has grown if new values follow its previous last value, even if some first values were dropped. The results
    are cached with the last value, and move to the last value of the grown tuple. `make` must be pure, as in
    `derive_once`.
    """
    values: tuple[Any, ...] = tuple(of)
    key = (derive_each_once, make, *facts)
    made = _derived_before(values, key)
    if len(made) < len(values):
        made += tuple([make(one, *facts) for one in values[len(made) :]])
    if values:
        values[-1].__dict__[key] = Row(values[:-1], made)
    return made


def _derived_before(values: tuple[Any, ...], key: Hashable) -> tuple[Any, ...]:
    """Return the cached results for the first of these values, if an earlier tuple ended with them."""
    for count in range(len(values), 0, -1):
        row: Row | None = values[count - 1].__dict__.pop(key, None)
        if row is not None:
            before = values[: count - 1]
            return row.made[-count:] if row.before[len(row.before) - len(before) :] == before else ()
    return ()
