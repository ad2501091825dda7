"""What a state keeps by id: in the order in which it was made, and only so much of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec import UNSET

from shared.kernel.messages import Secret

V = TypeVar("V")


def number_of(made: str) -> int:
    """Return the number in an id that a context gave, as 12 in `item-12`."""
    return int(made.rpartition("-")[2])


def in_order(ids: Iterable[str]) -> tuple[str, ...]:
    """Return ids in the order in which they were given."""
    return tuple(sorted(ids, key=number_of))


def without(mapping: Mapping[str, V], *keys: str) -> dict[str, V]:
    """Return a mapping without some of its entries."""
    return {key: value for key, value in mapping.items() if key not in keys}


def last(mapping: Mapping[str, V], kept: int) -> dict[str, V]:
    """Return the last entries of a mapping, in the order in which their ids were given."""
    return dict(sorted(mapping.items(), key=lambda entry: number_of(entry[0]))[-kept:])


def read(secret: Secret[V]) -> V | None:
    """Return what a secret says, or None where this copy of the log may not read it."""
    return None if secret.value is UNSET else secret.value
