"""What a chapter offers: commands that may be legal now, and what may stand in their fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from shared.kernel.messages import Command

C = TypeVar("C", bound=Command)


class Field(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What may stand in one field of a command, in exactly one of five forms.

    One of the `options`; a whole number from `least` to `most`, either of which may be open; a line of free `text`;
    what the component of that name in the contract describes (`schema`); or a list of `items`, `least` to `most` of
    them. An option stands in a list once, unless it `repeats`; the order of a list matters where it is `ordered`.
    A field that the body of its entry leaves out may stay out: its default is legal too.
    """

    options: tuple[Any, ...] | None = None
    least: int | None = None
    most: int | None = None
    text: bool = False
    schema: str | None = None
    items: Field | None = None
    repeats: bool = False
    ordered: bool = False
    optional: bool = False  # of the first form: it goes with shared/kernel/first_form.py


TEXT = Field(text=True)
"""One line of free text."""

Choice: TypeAlias = Field | Sequence[Any]
"""What a field of a sample may hold: values, each of which is tried; or a form that stands as it is."""


class Sample(Struct, Generic[C], frozen=True, kw_only=True):
    """A command that may be legal, and what may stand in its other fields, each whatever the others hold.

    Of a field with several values each is tried with the other fields as they are in `command`. Where one field
    restricts another, each value of the first has a sample of its own.
    """

    command: C
    fields: Mapping[str, Choice] = {}


Samples: TypeAlias = Iterable[Sample[C]]
