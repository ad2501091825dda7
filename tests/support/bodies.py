"""Request bodies at the limits of their schema: the extreme values that each message type accepts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Final

import msgspec
from msgspec import inspect

from shared.kernel.messages import MAX_NUMBER, Command

LONGEST_LIST: Final = 100
"""The largest number of members in a generated list, where the schema allows more or has no limit."""
WIDE: Final = "🎲"
"""A character of four bytes, with which a text takes the most bytes that its length allows."""


class Bodies:
    """A generator of request bodies. `known` maps field names to values that are meaningful in the current state."""

    def __init__(self, luck: Random, known: Mapping[str, Sequence[Any]]) -> None:
        """Create a generator with a random source and known values for fields."""
        self.luck, self.known = luck, known

    def body(self, kind: type[Command], base: Mapping[str, Any]) -> dict[str, Any]:
        """Return a command's body; each field is copied from the base, set to a limit, or set to a known value."""
        body: dict[str, Any] = {"type": kind.__name__}
        for field in fields_of(kind):
            name = field.encode_name
            if name in base and self.luck.random() < 0.7:
                body[name] = base[name]
            elif field.required or self.luck.random() < 0.5:
                body[name] = self.value(field.type, name)
        return body

    def value(self, form: inspect.Type, name: str) -> Any:  # noqa: ANN401 any JSON
        """Return a value of a type, for the field `name`."""
        if name in self.known and self.known[name] and self.luck.random() < 0.8:
            return self.luck.choice(self.known[name])
        make = _MAKERS.get(type(form))
        return None if make is None else make(self, form, name)

    def _metadata(self, form: inspect.Metadata, name: str) -> Any:  # noqa: ANN401 as above
        return self.value(form.type, name)

    def _union(self, form: inspect.UnionType, name: str) -> Any:  # noqa: ANN401 as above
        return self.value(self.luck.choice(form.types), name)

    def _whole(self, form: inspect.IntType, _: str) -> int:
        least = form.ge if form.ge is not None else -MAX_NUMBER if form.gt is None else form.gt + 1
        most = form.le if form.le is not None else MAX_NUMBER if form.lt is None else form.lt - 1
        near = (0, 1, 2, 3)
        return self.luck.choice((least, most, *(max(least, min(most, number)) for number in near)))

    def _text(self, form: inspect.StrType, _: str) -> str:
        if form.pattern and form.pattern.startswith("^[a-z0-9]["):
            return self.luck.choice(("a", "x" * 64, "gm", "ann"))
        if form.pattern and form.pattern.startswith("^[0-9a-f]{64}"):
            return "5a" * 32
        least, most = form.min_length or 0, form.max_length if form.max_length is not None else 2000
        return self.luck.choice((WIDE * most, "x" * max(least, 1), WIDE * max(least, 1)))

    def _list(self, form: Any, name: str) -> list[Any]:  # noqa: ANN401 a list or a tuple of any length
        least = form.min_length or 0
        most = min(LONGEST_LIST, LONGEST_LIST if form.max_length is None else form.max_length)
        count = self.luck.choice((least, most, *(min(most, max(least, number)) for number in (1, 2, 3))))
        return [self.value(form.item_type, name) for _ in range(count)]

    def _tuple(self, form: inspect.TupleType, name: str) -> list[Any]:
        return [self.value(item, name) for item in form.item_types]

    def _mapping(self, form: inspect.DictType, name: str) -> dict[str, Any]:
        return {key: self.value(form.value_type, name) for key in self.luck.sample(("a", "b", "skull"), 2)}

    def _struct(self, form: inspect.StructType, _: str) -> dict[str, Any]:
        made = {
            field.encode_name: self.value(field.type, field.encode_name)
            for field in form.fields
            if field.required or self.luck.random() < 0.6
        }
        return made if form.tag_field is None else {form.tag_field: form.tag, **made}


_MAKERS: Final[Mapping[type, Any]] = {
    inspect.Metadata: Bodies._metadata,
    inspect.UnionType: Bodies._union,
    inspect.IntType: Bodies._whole,
    inspect.StrType: Bodies._text,
    inspect.ListType: Bodies._list,
    inspect.VarTupleType: Bodies._list,
    inspect.TupleType: Bodies._tuple,
    inspect.DictType: Bodies._mapping,
    inspect.StructType: Bodies._struct,
    inspect.BoolType: lambda bodies, *_: bodies.luck.random() < 0.5,
    inspect.LiteralType: lambda bodies, form, _: bodies.luck.choice(form.values),
}


@cache
def fields_of(kind: type[Command]) -> tuple[inspect.Field, ...]:
    """Return the fields of a command with their types. The result is cached, because resolving types is slow."""
    (form,) = inspect.multi_type_info([kind])
    assert isinstance(form, inspect.StructType)
    return form.fields


def read(body: Mapping[str, Any], kind: type[Command]) -> Command | None:
    """Decode a body as a route would; return None if it does not match the schema."""
    try:
        return msgspec.json.decode(msgspec.json.encode(body), type=kind)
    except (msgspec.ValidationError, RecursionError):
        return None
