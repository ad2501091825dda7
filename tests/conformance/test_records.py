"""Records have the same bytes whenever their commands are decided again."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

from .fixture import Fixture


def inside(hint: Any) -> Iterator[Any]:  # noqa: ANN401 a declared type
    """Yield a type and all types that it contains."""
    yield hint
    for part in get_args(hint):
        yield from inside(part)


def structs(kind: Any, seen: set[Any]) -> None:  # noqa: ANN401 a declared type
    """Add the structs that a type contains to the set `seen`."""
    base = get_origin(kind) or kind
    if not (isinstance(base, type) and issubclass(base, Struct)) or base in seen:
        return
    seen.add(base)
    for hint in get_type_hints(base, include_extras=True).values():
        for part in inside(hint):
            structs(part, seen)


def all_of(messages: Iterable[type[Struct]]) -> set[Any]:
    """Return the structs that these messages contain."""
    seen: set[Any] = set()
    for message in messages:
        structs(message, seen)
    return seen


def test_no_default_text_is_omitted_from_a_record(fixture: Fixture) -> None:
    """No event that omits defaults has a field with a string as default.

    The encoder omits a default only if the value is the identical object. A parsed string is not, so the bytes of a
    record could vary. Fields that an event shares with a command are exempt, because they are recorded as sent in
    either case.
    """
    game = fixture.game
    found = [
        f"{kind.__name__}.{field.name}"
        for kind in all_of(game.events) - all_of((*game.commands, game.opening))
        if kind.__struct_config__.omit_defaults
        for field in fields(kind)
        if isinstance(field.default, str) and field.default
        if all(get_origin(part) is not Literal for part in inside(field.type))
    ]

    assert not found
