"""What a chapter offers: commands that may be legal now, and what may stand in their fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from shared.kernel.messages import Command

C = TypeVar("C", bound=Command)


class Field(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What may stand in one field of a command.

    One of `options`; a whole number from `least` to `most`; free `text`; what the `schema` of that name describes; or
    a list of so many `items`, each once unless it `repeats`, in the order given where it is `ordered`.
    """

    options: tuple[Any, ...] | None = None
    least: int | None = None
    most: int | None = None
    text: bool = False
    schema: str | None = None
    items: Field | None = None
    repeats: bool = False
    ordered: bool = False
    optional: bool = False


TEXT = Field(text=True)
"""One line of free text."""

Choice: TypeAlias = Field | Sequence[Any]
"""What a field of a sample may hold: values, each of which is tried; or a form that stands as it is."""


class Sample(Struct, Generic[C], frozen=True, kw_only=True):
    """A command that may be legal, and what may stand in its other fields, each whatever the others hold.

    Of a field with several values each is tried with the other fields as they are in `command`. Two fields of which one
    restricts the other belong to two samples.
    """

    command: C
    fields: Mapping[str, Choice] = {}


Samples: TypeAlias = Iterable[Sample[C]]
