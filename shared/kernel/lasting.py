"""Values that never change and come again with every version of a stream, and what is made of them once.

The parts of a view are mostly those of the view before: whoever derives them from a `Lasting` value of the state by
`made_once` gets the same part again, and the platform encodes it once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

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
