"""Commands that an entry of a legal list allows: functions that create a random one, or check a given one."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random
from typing import Any, Final

import msgspec

from shared.kernel.legal import Allowed
from shared.kernel.messages import Command
from shared.kernel.samples import Field

WORDS: Final = ("so be it", "x", "🎲" * 200)
WIDE: Final = 8
"""How far above a field's minimum the tests choose values if the field has no maximum."""


def body_from(entry: Allowed, luck: Random) -> dict[str, Any]:
    """Return a body that an entry allows: each field has one of its allowed values, or the entry's own value."""
    taken = {name: value_of(field, luck) for name, field in entry.fields.items() if _is_made(field)}
    return entry.body | {name: value for name, value in taken.items() if luck.random() < 0.8}


def _is_made(field: Field) -> bool:
    """Return whether the tests can generate values of a field. They cannot if the field or its items have a schema."""
    return field.schema is None and (field.items is None or _is_made(field.items))


def value_of(field: Field, luck: Random) -> Any:  # noqa: ANN401 any JSON
    """Return a random value that a field without a schema allows."""
    if field.options is not None:
        return luck.choice(field.options)
    if field.items is not None:
        return _items_of(field, field.items, luck)
    if field.least is not None or field.most is not None:
        least = field.least if field.least is not None else (field.most or 0) - WIDE
        most = field.most if field.most is not None else least + WIDE
        return luck.choice((least, most, luck.randint(least, most)))
    return luck.choice(WORDS)


def _items_of(field: Field, items: Field, luck: Random) -> list[Any]:
    least = field.least or 0
    most = least + WIDE if field.most is None else field.most
    if field.repeats or items.options is None:
        return [value_of(items, luck) for _ in range(luck.randint(least, min(most, least + WIDE)))]
    taken = luck.sample(items.options, luck.randint(least, min(most, len(items.options))))
    return list(taken) if field.ordered else sorted(taken, key=items.options.index)


def covers(entry: Allowed, command: Command) -> bool:
    """Return whether an entry allows a command: each field equals the entry's own or is within the allowed values."""
    base = msgspec.convert(entry.body, type(command))
    return all(
        getattr(command, name) == getattr(base, name)
        or (name in entry.fields and _may_be(entry.fields[name], getattr(command, name)))
        for name in command.__struct_fields__
    )


def _may_be(field: Field, value: Any) -> bool:  # noqa: ANN401 a value of a command
    return value is not msgspec.UNSET and within(field, msgspec.to_builtins(value))


def within(field: Field, value: Any) -> bool:  # noqa: ANN401 any JSON
    """Return whether a field allows a value."""
    if field.options is not None:
        return value in _plain(field.options)
    if field.items is not None:
        return isinstance(value, Sequence) and _are_items(field, field.items, value)
    if field.least is not None or field.most is not None:
        low, high = -inf if field.least is None else field.least, inf if field.most is None else field.most
        return isinstance(value, int) and low <= value <= high
    return field.schema is not None or isinstance(value, str)


def _are_items(field: Field, items: Field, value: Sequence[Any]) -> bool:
    bounded = (field.least or 0) <= len(value) and (field.most is None or len(value) <= field.most)
    once = field.repeats or all(item not in value[:place] for place, item in enumerate(value))
    return bounded and once and all(within(items, item) for item in value)


def _plain(options: Sequence[Any]) -> list[Any]:
    return [msgspec.to_builtins(option) for option in options]
