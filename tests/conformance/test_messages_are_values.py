"""Messages hold only values, so the garbage collector does not track them.

A value is a number, a string, a truth value or nothing, or a struct, sequence or mapping of values. A message is never
part of a reference cycle, because no chain of values leads back to its beginning.

All keys of mappings are strings, because the canonical form of a message cannot be written otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

import pytest
from msgspec import Struct, inspect

from services.gateway.games import GAMES
from shared.kernel.messages import Command, Event, Secret, canonical
from shared.kernel.stream import KERNEL_EVENTS
from shared.platform.http.jobs.job_game import jobs_of

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


def maps_without_string_keys(kind: type[Struct], seen: set[type[Any]]) -> Iterator[str]:
    """Yield the fields of a struct, and of the structs inside it, with a mapping whose keys are not strings."""
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    for field in found.fields:
        maps = (one for one in _inside(field.type, seen) if isinstance(one, inspect.DictType))
        yield from (f"{kind.__name__}.{field.name}" for one in maps if not _is_string(one.key_type))


def _is_string(key: inspect.Type) -> bool:
    if isinstance(key, inspect.Metadata):
        return _is_string(key.type)
    if isinstance(key, inspect.LiteralType):
        return all(isinstance(value, str) for value in key.values)
    return isinstance(key, inspect.StrType)


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


def test_keys_of_mappings_are_strings(fixture: Fixture) -> None:
    """Every mapping in a command or event, also in a secret part, has only strings as keys."""
    seen, kinds = set[type[Any]](), (*fixture.game.commands, *fixture.game.events, *KERNEL_EVENTS)
    assert [] == [name for kind in kinds for name in maps_without_string_keys(kind, seen)]


def test_keys_of_mappings_in_jobs_are_strings() -> None:
    """Every mapping in a command, event or result of a job has only strings as keys."""
    seen, jobs = set[type[Any]](), [one.game for game in GAMES if (one := jobs_of(game)) is not None]
    kinds = [kind for game in jobs for kind in (*game.commands, *game.events)]
    assert kinds
    assert [] == [name for kind in kinds for name in maps_without_string_keys(kind, seen)]


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


class Task(Struct):
    """A part of a state, with a mapping by number."""

    paid: dict[int, tuple[int, ...]] = {}


class Asked(Event, frozen=True, kw_only=True):
    """An event with a secret part, and a mapping by number deep inside it."""

    agenda: Secret[tuple[Task | None, ...]]


class Counted(Event, frozen=True, kw_only=True):
    """An event with a mapping by number or name."""

    counts: Mapping[Literal["all", 1], int]


@pytest.mark.parametrize("kind", [Asked, Counted])
def test_mapping_without_string_keys_is_found(kind: type[Struct]) -> None:
    """The check finds a mapping with other keys than strings, also inside a secret part."""
    assert [*maps_without_string_keys(kind, set())]


def test_mapping_by_number_has_no_canonical_form() -> None:
    """A message with numbers as keys cannot be stored, so none may be declared."""
    with pytest.raises(TypeError, match="str keys"):
        canonical(Task(paid={1: (2,)}))
