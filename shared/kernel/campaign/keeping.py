"""Helpers for mappings by id: sort ids, remove entries, and keep the newest entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

from msgspec import UNSET

from shared.kernel.messages import Secret

V = TypeVar("V")


@lru_cache(maxsize=4096)
def number_of(made: str) -> int:
    """Return the number at the end of an id: 12 for `item-12`."""
    return int(made.rpartition("-")[2])


def in_order(ids: Iterable[str]) -> tuple[str, ...]:
    """Return ids in the order of their creation."""
    return _sorted(tuple(ids))


@lru_cache(maxsize=1024)
def _sorted(ids: tuple[str, ...]) -> tuple[str, ...]:
    """Return ids in the order of their creation.

    The result is cached, because judges, policies and views often sort the same few ids.
    """
    return tuple(sorted(ids, key=number_of))


def without(mapping: Mapping[str, V], *keys: str) -> dict[str, V]:
    """Return a mapping without some of its entries."""
    left = dict(mapping)
    for key in keys:
        left.pop(key, None)
    return left


def last(mapping: Mapping[str, V], kept: int) -> dict[str, V]:
    """Return the newest `kept` entries of a mapping, in the order in which their ids were created."""
    return dict(sorted(mapping.items(), key=lambda entry: number_of(entry[0]))[-kept:])


def value_of_secret(secret: Secret[V]) -> V | None:
    """Return the content of a secret, or None if this copy of the log does not contain it."""
    return None if secret.value is UNSET else secret.value
