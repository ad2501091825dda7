"""Samples: commands that may be legal for a seat now, and the values that their fields may have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct

from shared.kernel.messages import Command

C = TypeVar("C", bound=Command)

PAIR: Final = 2

FieldForm: TypeAlias = Literal["options", "number", "text", "schema", "list"]


class Field(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The values that one field of a command may have, in exactly one of five forms.

    The forms are: one of the `options`; a whole number from `least` to `most`, either of which may be absent; a line of
    free `text`; a value that the contract describes under the name `schema` (a component, or one of Hex32 (32 bytes in
    hexadecimal), Id, Seat and SeatName); or a list of `items`, `least` to `most` of them. A list has each option at
    most once, unless it `repeats`; its order matters if it is `ordered`. If an entry's example body omits a field, the
    caller may leave the field out, because its default is also legal. `words` describe options whose names do not
    explain them.
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
        """Return the name of the field's form.

        Refuses: ValueError (if the field has no form, or several)
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
        """Check that the field has exactly one form, and that `words` describe all of its options or none.

        The items of a list are checked in the same way.

        Refuses: ValueError
        """
        if self.words is not None and len(self.words) != len(self.options or ()):
            raise ValueError(f"a field has a word for each option, or none: {self}")
        if self.form == "list" and self.items is not None:
            self.items.check()


TEXT = Field(text=True)
"""The form of a field with one line of free text."""


class Prompt(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A question that the game will ask after the command is accepted: its purpose in words, and the choices.

    `kind` is the kind of decision, and `name` names this part of the decision. Without a `choice` there is nothing to
    choose, or the choices stay secret until the question is asked. `by` is the seat that chooses, if not the sender.
    """

    kind: str
    name: str = ""
    says: str = ""
    choice: Field | None = None
    by: str = ""


Prompts: TypeAlias = Callable[[], tuple[Prompt, ...]]
"""A function that returns the questions after a command; it is called once, for an accepted command."""

Choice: TypeAlias = Field | Sequence[Any]
"""The values of a sample's field: a list, whose values are all tried, or a form, whose values are not tried."""


class Sample(Struct, Generic[C], frozen=True, kw_only=True):
    """A command that may be legal, and values to try for its fields independently of each other.

    Each value of a field is tried with the other fields as in `command`. If one field restricts another, each value of
    the first field needs its own sample. `prompts` lists the questions that follow the command.
    """

    command: C
    fields: Mapping[str, Choice] = {}
    prompts: Prompts | None = None


Samples: TypeAlias = Iterable[Sample[C]]


def choices_of(sample: Sample[Any]) -> Mapping[str, Sequence[Any]]:
    """Return the fields of a sample that have values to try."""
    return {name: choice for name, choice in sample.fields.items() if not isinstance(choice, Field)}


class Offered:
    """The samples that one function of a chapter returns. They are created on demand and shared by several commands."""

    def __init__(self, samples: Iterable[Sample[Any]]) -> None:
        """Start before any sample is created."""
        self._made: list[Sample[Any]] = []
        self._left = iter(samples)

    def of(self, kind: type[Command]) -> Iterator[Sample[Any]]:
        """Yield the samples of one command type."""
        for place in count():
            if place == len(self._made):
                self._made.extend(islice(self._left, 1))
            if place == len(self._made):
                return
            if type(self._made[place].command) is kind:
                yield self._made[place]


def offer(kind: type[C] | C, **chosen: Any) -> Sample[C]:  # noqa: ANN401 values, or a form for several
    """Return a sample of a command from the values that each field may have.

    Each field is given in one of four ways: a list of values, of which the command contains the first; a form, of which
    it contains the first option or the lowest number; a pair of a value and a form; or a single value.
    """
    held = {name: choice[1] if _pair(choice) else choice for name, choice in chosen.items()}
    fields = {name: choice for name, choice in held.items() if isinstance(choice, Field | tuple | list)}
    if isinstance(kind, Command):
        return Sample(command=kind, fields=fields)
    return Sample(command=kind(**{name: _first(choice) for name, choice in chosen.items()}), fields=fields)


def _pair(choice: object) -> bool:
    return isinstance(choice, tuple) and len(choice) == PAIR and isinstance(choice[1], Field)


def _first(choice: Any) -> Any:  # noqa: ANN401 a value
    if isinstance(choice, Field):
        return choice.least if choice.options is None else choice.options[0]
    return choice[0] if isinstance(choice, tuple | list) else choice
