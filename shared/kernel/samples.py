"""What a chapter offers: commands that may be legal now, and what may stand in their fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from shared.kernel.messages import Command

C = TypeVar("C", bound=Command)

PAIR: Final = 2

FieldForm: TypeAlias = Literal["options", "number", "text", "schema", "list"]


class Field(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What may stand in one field of a command, in exactly one of five forms.

    One of the `options`; a whole number from `least` to `most`, either of which may be open; a line of free `text`;
    what the contract describes under the name `schema`, a component or one of Hex32 (32 bytes in hexadecimal), Id and
    Seat; or a list of `items`, `least` to `most` of them. An option stands in a list once, unless it `repeats`; the
    order of a list matters where it is `ordered`. A field that the body of its entry leaves out may stay out: its
    default is legal too. `words` say what each of the options is, where the options themselves do not.
    """

    options: tuple[Any, ...] | None = None
    words: tuple[str, ...] | None = None
    least: int | None = None
    most: int | None = None
    text: bool = False
    schema: str | None = None
    items: Field | None = None
    repeats: bool = False
    ordered: bool = False

    @property
    def form(self) -> FieldForm:
        """Return which of the forms this is.

        Refuses: ValueError (none, or more than one)
        """
        bounded = self.least is not None or self.most is not None
        forms: dict[FieldForm, bool] = {
            "options": self.options is not None,
            "number": bounded and self.items is None,
            "text": self.text,
            "schema": self.schema is not None,
            "list": self.items is not None,
        }
        found: list[FieldForm] = [form for form, there in forms.items() if there]
        if len(found) != 1 or ((self.repeats or self.ordered) and self.items is None):
            raise ValueError(f"a field has exactly one form, and this has {found or 'none'}: {self}")
        return found[0]

    def check(self) -> None:
        """See that this has exactly one form, and a word for each option or none, and the items of a list too.

        Refuses: ValueError
        """
        if self.words is not None and len(self.words) != len(self.options or ()):
            raise ValueError(f"a field has a word for each option, or none: {self}")
        if self.form == "list" and self.items is not None:
            self.items.check()


TEXT = Field(text=True)
"""One line of free text."""


class Prompt(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What will be asked once a command is accepted, as things stand now: what for, in words, and what may be chosen.

    `kind` is that of the decision, `name` the word for this part of it. Without a `choice` nobody picks
    anything, or what may be picked is not to be known before it is asked. `by` is who does, if not the seat itself.
    """

    kind: str
    name: str = ""
    says: str = ""
    choice: Field | None = None
    by: str = ""


Prompts: TypeAlias = Callable[[], tuple[Prompt, ...]]
"""Returns what will be asked; it is called for a command that is accepted, once."""

Choice: TypeAlias = Field | Sequence[Any]
"""What a field of a sample may hold: values, each of which is tried; or a form that stands as it is."""


class Sample(Struct, Generic[C], frozen=True, kw_only=True):
    """A command that may be legal, and what may stand in its other fields, each whatever the others hold.

    Of a field with several values each is tried with the other fields as they are in `command`. Where one field
    restricts another, each value of the first has a sample of its own. `prompts` list what is asked after it.
    """

    command: C
    fields: Mapping[str, Choice] = {}
    prompts: Prompts | None = None


Samples: TypeAlias = Iterable[Sample[C]]


def offer(kind: type[C] | C, **chosen: Any) -> Sample[C]:  # noqa: ANN401 values, or what stands for several
    """Return a sample of a command, each field of which is what it may hold; of a command, that one comes first.

    A list of values, of which the command has the first; a form, of which it has the first option or the least number;
    a pair of a value and a form; or just a value, that stands for itself.
    """
    held = {name: choice[1] if _paired(choice) else choice for name, choice in chosen.items()}
    fields = {name: choice for name, choice in held.items() if isinstance(choice, Field | tuple | list)}
    if isinstance(kind, Command):
        return Sample(command=kind, fields=fields)
    return Sample(command=kind(**{name: _first(choice) for name, choice in chosen.items()}), fields=fields)


def _paired(choice: object) -> bool:
    return isinstance(choice, tuple) and len(choice) == PAIR and isinstance(choice[1], Field)


def _first(choice: Any) -> Any:  # noqa: ANN401 a value
    if isinstance(choice, Field):
        return choice.least if choice.options is None else choice.options[0]
    return choice[0] if isinstance(choice, tuple | list) else choice
