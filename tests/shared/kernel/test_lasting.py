"""Immutable values (`Lasting`), which cache results that are derived from them but are neither stored nor compared."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from shared.kernel.lasting import Lasting, derive_each_once, derive_once, lasting_parts, once


class Roll(Lasting, frozen=True, kw_only=True):
    """An immutable value that caches results."""

    face: int

    @once
    def words(self) -> list[int]:
        """Return a new list each time that it is computed."""
        return [self.face]


def words(roll: Roll, *facts: object) -> list[object]:
    """Return a new list each time."""
    return [roll.face, *facts]


def test_a_value_is_derived_once_per_fact() -> None:
    """A second call for the same fact returns the same object.

    Another fact or another value leads to another object.
    """
    roll = Roll(face=3)
    first = derive_once(words, roll, "ann")
    assert derive_once(words, roll, "ann") is first
    assert derive_once(words, roll, "bob") == [3, "bob"]
    assert derive_once(words, replace(roll, face=4), "ann") == [4, "ann"]


def test_a_property_is_computed_once() -> None:
    """A cached property returns the same object each time, but another one for an equal value, and is not encoded."""
    roll = Roll(face=3)
    assert roll.words is roll.words
    assert roll.words is not replace(roll).words
    assert msgspec.json.encode(roll) == b'{"face":3}'


def test_a_cache_is_neither_stored_nor_compared() -> None:
    """A value with a filled cache is equal to a value with an empty one, and is encoded in the same way."""
    roll, fresh = Roll(face=3), Roll(face=3)
    derive_once(words, roll)
    assert roll == fresh
    assert msgspec.json.encode(roll) == msgspec.json.encode(fresh) == b'{"face":3}'
    assert msgspec.msgpack.encode(roll) == msgspec.msgpack.encode(fresh)


def test_only_new_values_of_a_growing_row_are_derived() -> None:
    """If a tuple grows, only results for its new values are derived, even if the tuple has lost its first values.

    Each seat has its own results, and results for old values stay the same objects.
    """
    made: list[tuple[int, object]] = []

    def row_for(roll: Roll, seat: str) -> list[object]:
        made.append((roll.face, seat))
        return [roll.face, seat]

    rolls = [Roll(face=face) for face in range(6)]
    first = derive_each_once(row_for, rolls[:4], "ann")
    assert derive_each_once(row_for, rolls[:4], "ann") == first == ([0, "ann"], [1, "ann"], [2, "ann"], [3, "ann"])
    made.clear()
    second = derive_each_once(row_for, rolls[2:6], "ann")
    assert made == [(4, "ann"), (5, "ann")]
    assert second[0] is first[2]
    assert derive_each_once(row_for, rolls[2:6], "bob") == ([2, "bob"], [3, "bob"], [4, "bob"], [5, "bob"])


def test_a_row_with_a_replaced_value_is_derived_again() -> None:
    """If a value of a tuple is replaced, or the tuple grows at its beginning, all results are derived again.

    An empty tuple has no results.
    """
    rolls = [Roll(face=face) for face in range(4)]
    derive_each_once(words, rolls)
    changed = [rolls[0], replace(rolls[1], face=9), *rolls[2:]]
    assert derive_each_once(words, changed) == ([0], [9], [2], [3])
    assert derive_each_once(words, rolls[2:]) == ([2], [3])
    assert derive_each_once(words, rolls) == ([0], [1], [2], [3])
    assert derive_each_once(words, []) == ()


class View(msgspec.Struct, frozen=True):
    """A view with a tuple of immutable values."""

    title: str
    rolls: tuple[Roll, ...]
    faces: tuple[int, ...]


def test_immutable_parts_of_a_view_are_known_by_their_type() -> None:
    """The fields of a view that hold tuples of immutable values are found by type.

    A view that is not a struct has no such fields.
    """
    assert lasting_parts(View) == ("rolls",)
    assert lasting_parts(Roll) == lasting_parts(dict[str, Roll]) == lasting_parts(Any) == ()
