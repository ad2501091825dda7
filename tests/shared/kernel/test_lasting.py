"""What is made of a value that never changes is made once, and goes nowhere with it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from shared.kernel.lasting import Lasting, each_made_once, lasting_parts, made_once


class Roll(Lasting, frozen=True, kw_only=True):
    """A value."""

    face: int


def words(roll: Roll, *facts: object) -> list[object]:
    """Make something that can be told from another of its kind."""
    return [roll.face, *facts]


def test_it_is_made_once_for_each_fact() -> None:
    """The second time it is the same object; with another fact, or of another value, it is another."""
    roll = Roll(face=3)
    first = made_once(words, roll, "ann")
    assert made_once(words, roll, "ann") is first
    assert made_once(words, roll, "bob") == [3, "bob"]
    assert made_once(words, replace(roll, face=4), "ann") == [4, "ann"]


def test_it_is_neither_stored_nor_compared() -> None:
    """A value of which something was made equals one of which nothing was, and is written alike."""
    roll, fresh = Roll(face=3), Roll(face=3)
    made_once(words, roll)
    assert roll == fresh
    assert msgspec.json.encode(roll) == msgspec.json.encode(fresh) == b'{"face":3}'
    assert msgspec.msgpack.encode(roll) == msgspec.msgpack.encode(fresh)


def test_of_a_row_that_goes_on_only_what_is_new_is_made() -> None:
    """Its first values may be gone; each seat has its own row; what was made stays the same objects."""
    made: list[tuple[int, object]] = []

    def seen(roll: Roll, seat: str) -> list[object]:
        made.append((roll.face, seat))
        return [roll.face, seat]

    rolls = [Roll(face=face) for face in range(6)]
    first = each_made_once(seen, rolls[:4], "ann")
    assert each_made_once(seen, rolls[:4], "ann") == first == ([0, "ann"], [1, "ann"], [2, "ann"], [3, "ann"])
    made.clear()
    second = each_made_once(seen, rolls[2:6], "ann")
    assert made == [(4, "ann"), (5, "ann")]
    assert second[0] is first[2]
    assert each_made_once(seen, rolls[2:6], "bob") == ([2, "bob"], [3, "bob"], [4, "bob"], [5, "bob"])


def test_a_row_in_which_a_value_was_replaced_is_made_anew() -> None:
    """Whatever stands at its end; and so is one that has grown at its beginning, and an empty one is empty."""
    rolls = [Roll(face=face) for face in range(4)]
    each_made_once(words, rolls)
    changed = [rolls[0], replace(rolls[1], face=9), *rolls[2:]]
    assert each_made_once(words, changed) == ([0], [9], [2], [3])
    assert each_made_once(words, rolls[2:]) == ([2], [3])
    assert each_made_once(words, rolls) == ([0], [1], [2], [3])
    assert each_made_once(words, []) == ()


class View(msgspec.Struct, frozen=True):
    """A view."""

    title: str
    rolls: tuple[Roll, ...]
    faces: tuple[int, ...]


def test_the_parts_of_a_view_that_last_are_known_by_their_type() -> None:
    """Tuples of values that never change; a view that is no struct has none."""
    assert lasting_parts(View) == ("rolls",)
    assert lasting_parts(Roll) == lasting_parts(dict[str, Roll]) == lasting_parts(Any) == ()
