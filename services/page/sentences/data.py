"""The sentences of a game as data: `contracts/<game>/sentences.json`, which the page's build writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import msgspec
from msgspec import Struct

from shared.platform.ledger import CONTRACTS

SHARED: Final = "arbiter"
"""The folder of the sentences that all games share."""
FILE: Final = "sentences.json"


class Shape(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The wording of a value inside an event. Exactly one of the three fields is set.

    Of the `templates`, the first whose fields the value has is used. `words` maps codes to words. `function` names a
    function of the page.
    """

    templates: Sequence[str] | None = None
    words: Mapping[str, str] | None = None
    function: str | None = None


class Code(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The words shown for the codes of a field.

    A code without a word is shown as `otherwise` or, if that is not set, with spaces in place of underscores.
    """

    words: Mapping[str, str]
    otherwise: str | None = None


class Called(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"as_": "as"}):
    """The name of an object that an event creates: the path of the object's id, and templates for the name."""

    id: str
    as_: Sequence[str]


class Sentences(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sentences of a game, or those that all games share.

    `sentences` holds the templates of each event type, in the order to try them. `functions` names the types of events
    and commands that have a function on the page. `codes` holds the words for codes by event type and field. `called`
    holds the names of new objects by event type.
    """

    sentences: Mapping[str, Sequence[str]]
    shapes: Mapping[str, Shape]
    codes: Mapping[str, Mapping[str, Code]]
    functions: Sequence[str]
    called: Mapping[str, Sequence[Called]]

    def templates_of(self, kind: str) -> Sequence[str]:
        """Return the templates of a type of event."""
        return self.sentences.get(kind, ())


@cache
def sentences_of(game: str) -> Sentences:
    """Return the sentences of a game. A game without a file has none."""
    path = CONTRACTS / game / FILE
    return msgspec.json.decode(path.read_bytes(), type=Sentences) if game.isidentifier() and path.is_file() else NONE


NONE: Final = Sentences(sentences={}, shapes={}, codes={}, functions=(), called={})
