"""Convert a struct to another type with mostly the same fields, such as a stored state to a view."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar, get_origin, get_type_hints

from msgspec import Struct, convert

from shared.kernel.campaign.keeping import in_order

S = TypeVar("S", bound=Struct)


def form(kind: type[S], found: Struct, **other: Any) -> S:  # noqa: ANN401 fields of the form
    """Convert a struct to another type with the same fields and properties; `other` sets the fields that differ.

    Nested structs become the types that the target names. A mapping by id becomes a tuple in id order where the target
    has a tuple.
    """
    fields = {name: getattr(found, name) for name in _shared(kind, type(found)) if name not in other}
    for name in _tuples(kind):
        if isinstance(kept := fields.get(name), dict):
            fields[name] = tuple(kept[one] for one in in_order(kept))
    return convert({**fields, **other}, kind, from_attributes=True)


@lru_cache(maxsize=512)
def _shared(kind: type[Struct], found: type[Struct]) -> tuple[str, ...]:
    """Return the fields of `kind` that `found` has as fields or properties."""
    return tuple(name for name in kind.__struct_fields__ if hasattr(found, name))


@lru_cache(maxsize=256)
def _tuples(kind: type[Struct]) -> tuple[str, ...]:
    return tuple(name for name, hint in get_type_hints(kind).items() if get_origin(hint) is tuple)
