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

    The first of the `templates` is used whose fields the value has; `words` has a word for each code; `function` names
    a function of the page.
    """

    templates: Sequence[str] | None = None
    words: Mapping[str, str] | None = None
    function: str | None = None


class Code(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The words for the codes of a field. Any other code becomes `otherwise` or, without it, the code with spaces."""

    words: Mapping[str, str]
    otherwise: str | None = None


class Called(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"as_": "as"}):
    """The name of an object that an event creates: the path of the object's id, and templates for the name."""

    id: str
    as_: Sequence[str]


class Sentences(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sentences of a game, or those that all games share.

    `sentences` has the templates of each type of event, in the order to try them; `functions` names the types of events
    and commands that have a function on the page; `codes` is by type and field, and `called` by type.
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
