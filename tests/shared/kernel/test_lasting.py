"""What is made of a value that never changes is made once, and goes nowhere with it."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from shared.kernel.lasting import Lasting, made_once


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
