"""Messages hold only values, so the garbage collector does not track them.

A value is a number, a string, a truth value or nothing, or a struct, sequence or mapping of values. A message is never
part of a reference cycle, because no chain of values leads back to its beginning.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from msgspec import Struct, inspect

from shared.kernel.messages import Command, Event, Secret

from .fixture import Fixture

ANY_JSON: Final = frozenset({"CommandProposed.command"})
"""Fields without a declared form. They store the JSON of a proposed command."""
LEAVES: Final = (inspect.AnyType, inspect.CustomType, inspect.ExtType, inspect.RawType)
"""The types that can hold any object."""


def fields_for_any_object(kind: type[Struct], seen: set[type[Any]]) -> Iterator[str]:
    """Yield the fields of a struct, and of the structs inside it, that can hold any object."""
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    for field in found.fields:
        yield from (f"{kind.__name__}.{field.name}" for one in _inside(field.type, seen) if isinstance(one, LEAVES))


def _inside(declared: Any, seen: set[type[Any]]) -> Iterator[inspect.Type]:  # noqa: ANN401 a part of a declared type
    """Yield a declared type and all types inside it: each struct once, but a secret once for each type of its value."""
    if isinstance(declared, tuple):
        for part in declared:
            yield from _inside(part, seen)
    elif isinstance(declared, inspect.Type | inspect.Field):
        if isinstance(declared, inspect.StructType) and declared.cls is not Secret:
            if declared.cls in seen:
                return
            seen.add(declared.cls)
        if isinstance(declared, inspect.Type):
            yield declared
        for name in declared.__struct_fields__:
            yield from _inside(getattr(declared, name), seen)


def test_messages_hold_only_values(fixture: Fixture) -> None:
    """No field of a command or event can hold anything but values."""
    seen, kinds = set[type[Any]](), (*fixture.game.commands, *fixture.game.events)
    assert {name for kind in kinds for name in fields_for_any_object(kind, seen)} <= ANY_JSON


def test_messages_are_not_tracked(fixture: Fixture) -> None:
    """The garbage collector tracks no command and no event."""
    assert [] == [kind for kind in (*fixture.game.commands, *fixture.game.events) if kind.__struct_config__.gc]


class Tied(Event, frozen=True, kw_only=True):
    """An event that can hold itself."""

    to: Any


class Knotted(Command, frozen=True, kw_only=True):
    """A command that contains an event which can hold itself."""

    ends: tuple[Tied, ...]


class Hidden(Event, frozen=True, kw_only=True):
    """An event with two secrets, the second of which can hold any object."""

    first: Secret[int]
    second: Secret[tuple[Any, ...]]


@pytest.mark.parametrize("kind", [Tied, Knotted, Hidden])
def test_field_for_any_object_is_found(kind: type[Struct]) -> None:
    """The check finds a field that can hold any object, even inside other structs."""
    assert [*fields_for_any_object(kind, set())]
