"""Fill in the templates of sentences, word for word as the page does.

`contracts/sentences.md` explains the templates. The page's own filler is in `services/page/web/src/parts/sentences`. A
test compares the two over all golden logs of all games.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from math import inf
from typing import Any, Final

from msgspec import Struct

from services.page.sentences.data import SHARED, Sentences, sentences_of
from services.page.sentences.functions import FUNCTIONS, WRITERS
from services.page.sentences.names import Names
from services.page.sentences.values import (
    is_fields,
    is_hidden,
    is_list,
    is_nothing,
    is_number,
    is_sealed,
    is_text,
    is_true,
    plain,
    shown,
    spelled,
    titled,
    value_at,
)
from services.page.sentences.wording import DEEPEST, listed, said, values_of, worded

HOLE: Final = re.compile(r"\{([\w.]+)(?:([#?!@])([^}]*))?\}", re.ASCII)
OPTIONAL: Final = re.compile(r"\[([^\]]*)\]")
ACTORS: Final = ("seat", "who", "character", "creature", "participant", "enemy", "attacker")
OF_THE_KERNEL: Final = {"OpenFork": "Open a fork of another game", "LendDice": "Roll for another game"}
"""Commands of the kernel whose fields are ids."""


class Filler(Struct, frozen=True):
    """A writer of a game's sentences, with the names that a stream's ids have at a version."""

    game: str
    names: Names
    at: float = inf

    @property
    def books(self) -> Sequence[Sentences]:
        """The sentences of the game, and those that all games share."""
        return sentences_of(self.game), sentences_of(SHARED)

    def seat(self, seat: str) -> str:
        """Return the name that people read for a seat."""
        return self.names.seat(seat)

    def name(self, thing: str) -> str | None:
        """Return the name of an id, if it is known."""
        return self.names.of(thing, self.at)

    def learn(self, event: Mapping[str, Any], version: int) -> None:
        """Learn the names in an event, and the names of the objects that the event creates."""
        for called in self.books[0].called.get(str(event.get("type")), ()):
            found = value_at(event, called.id)
            for one in found if is_list(found) else [found]:
                if is_text(one):
                    self.names.keep(one, partial(self._called, called.as_, event), version)
        self.names.learn(event, version)

    def _called(self, templates: Sequence[str], event: Mapping[str, Any], at: float) -> str | None:
        return Filler(self.game, self.names, at).filled_in(templates, event)

    def sentence(self, event: Mapping[str, Any]) -> str:
        """Return the sentence of an event, without a full stop."""
        own = self.own(event)
        return self._plainly(event) if own is None else own

    def own(self, event: Mapping[str, Any]) -> str | None:
        """Return the sentence that the game has for this type of event, if one fits."""
        kind = str(event["type"])
        written = self._written(event)
        if written is not None:
            return written
        fields = self._in_words(event)
        return self.filled_in([one for book in self.books for one in book.templates_of(kind)], fields)

    def request(self, command: Mapping[str, Any]) -> str:
        """Return the sentence for a command: its effect, and the names and texts in its fields."""
        kind = str(command.get("type"))
        written = self._written(command)
        if written is not None or kind in OF_THE_KERNEL:
            return OF_THE_KERNEL[kind] if written is None else written
        values = list(dict.fromkeys(values_of(command, self)))
        return titled(kind) + (f": {listed(values)}" if values else "")

    def _written(self, message: Mapping[str, Any]) -> str | None:
        kind = str(message.get("type"))
        return WRITERS[self.game, kind](message, self) if kind in self.books[0].functions else None

    def _in_words(self, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an event with its codes replaced by words."""
        codes = self.books[0].codes.get(str(event["type"]), {})
        return {
            **event,
            **{field: _word(code.words, code.otherwise, event.get(field)) for field, code in codes.items()},
        }

    def _plainly(self, event: Mapping[str, Any]) -> str:
        """Return a default sentence for an event: who acts, the type of the event, and the names in it."""
        actor = next((field for field in ACTORS if isinstance(event.get(field), str)), None)
        who = "" if actor is None else f"{said(event[actor], actor, self)}: "
        rest = {field: value for field, value in event.items() if field != (actor or "type")}
        values = list(dict.fromkeys(values_of(rest, self, DEEPEST)))
        kind = str(event["type"])
        return who + (spelled(kind) if who else titled(kind)) + (f" ({listed(values)})" if values else "")

    def filled_in(self, templates: Sequence[str], fields: Mapping[str, Any]) -> str | None:
        """Fill in the first template that fits; None if none does."""
        return next((text for one in templates if (text := self._filled(one, fields)) is not None), None)

    def _filled(self, template: str, fields: Mapping[str, Any]) -> str | None:
        parts = [self._part(one, fields, place % 2 == 1) for place, one in enumerate(OPTIONAL.split(template))]
        whole = [part for part in parts if part is not None]
        return "".join(whole) if len(whole) == len(parts) else None

    def _part(self, part: str, fields: Mapping[str, Any], optional: bool) -> str | None:  # noqa: FBT001 a property of it
        """Fill in a part of a template; None if it needs a value that is not there, and is not optional."""
        texts = [self._hole(*found.groups(), fields=fields, optional=optional) for found in HOLE.finditer(part)]
        if not all(fits for _, fits in texts):
            return "" if optional else None
        words = iter(text for text, _ in texts)
        return HOLE.sub(lambda _: next(words), part)

    def _hole(
        self, path: str, mark: str | None, word: str | None, *, fields: Mapping[str, Any], optional: bool
    ) -> tuple[str, bool]:
        """Return the text for a placeholder in a template, and whether the event has a value for it."""
        value, word = value_at(fields, path), word or ""
        if mark == "!" and not is_sealed(value):
            return [*word.split("|"), ""][0 if is_true(value) else 1], True
        unsaid = is_nothing(value) or (optional and ((is_number(value) and value == 0) or is_hidden(value)))
        text = "" if unsaid else self._marked(value, path.rpartition(".")[2], mark, word)
        return text, text != ""

    def _marked(self, value: object, field: str, mark: str | None, word: str) -> str:
        if mark == "#":
            return counted(shown(value), word)
        if mark == "?":
            return word
        return self.in_shape(value, word) if mark == "@" else said(value, field, self)

    def in_shape(self, value: object, shape: str) -> str:
        """Return a value, or each element of a list, in the words of a shape. Empty if the shape does not fit."""
        inner = shown(value)
        if inner is None:
            return ""
        if is_list(inner):
            return listed([self.in_shape(one, shape) for one in inner])
        book, found = next(((book, book.shapes[shape]) for book in self.books if shape in book.shapes), (None, None))
        if book is None or found is None:
            return ""
        if found.words is not None:
            return worded(found.words, inner)
        if found.templates is not None:
            return (self.filled_in(found.templates, inner) or "") if is_fields(inner) else said(inner, shape, self)
        game = self.game if book is self.books[0] else SHARED
        return FUNCTIONS[game, str(found.function)](inner, self) or ""


def _word(words: Mapping[str, str], otherwise: str | None, code: object) -> object:
    if isinstance(code, str) and code in words:
        return words[code]
    return otherwise if otherwise is not None else worded({}, code) if isinstance(code, str) else code


def counted(value: object, noun: str) -> str:
    """Return a count with its noun, in the singular or plural of `card|cards`. For a list, the count is its length."""
    count = len(value) if is_list(value) else value
    one = is_number(count) and count == 1
    if "|" in noun:
        return f"{plain(count)} {noun.split('|')[0 if one else -1]}"
    several = "dice" if noun == "die" else f"{noun}{'es' if re.search(r'(s|x|ch)$', noun) else 's'}"
    return f"{plain(count)} {noun if one else several}"
