"""Digests of folded states: programs that fold a log in the same way get the same digest at every version.

    digest = SHA-256(canonical JSON of the state's form)

In the form, structs and mappings are objects whose keys are text, sequences are arrays, and sets are arrays in the
order of their canonical JSON. A field with its default value is left out, so that a release that adds a field keeps the
old digests until the field has another value. The name of the schema stands for the fields and defaults that a form may
have: different digests prove different folds only if the names of their schemas are equal.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import NODEFAULT, UNSET, Struct

from shared.kernel.game import Game
from shared.kernel.messages import Hex32, Seat, canonical

Subject: TypeAlias = Literal["state", "view"]
NAME_DIGITS: Final = 16
PLAIN: Final = frozenset({str, int, bool, type(None)})
"""The types whose values appear in the form unchanged."""
WORDS: Final = frozenset({"title", "description"})
"""Keys of a schema that hold texts for people; they do not affect a form."""


class StateDigest(Struct, frozen=True, kw_only=True):
    """A digest of a game's folded state, or of the view that one reader has of it, and the name of its schema."""

    of: Subject
    schema: str
    digest: Hex32


# ---------------------------------------------------------------- the form


def form_of(value: Any) -> Any:  # noqa: ANN401 any value of a state
    """Return the form of a value of a state or view, in plain JSON values.

    Rule: AR-DIGEST-01
    """
    if type(value) in PLAIN:  # the most frequent type, which the checks above reach last
        return value
    if isinstance(value, Struct):
        return _struct_form(value)
    if isinstance(value, list | tuple):
        return [form_of(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): form_of(one) for key, one in value.items()}
    if isinstance(value, AbstractSet):
        return sorted((form_of(one) for one in value), key=canonical)
    return msgspec.json.decode(value) if isinstance(value, msgspec.Raw) else value


def _struct_form(value: Struct) -> dict[str, Any]:
    """Return the form of a struct: its tag, and the fields whose value differs from the default."""
    kind = type(value)
    config = kind.__struct_config__
    found: dict[str, Any] = {} if config.tag_field is None else {config.tag_field: config.tag}
    for name, encoded, default in _fields_of(kind):
        one = getattr(value, name)
        if one is not UNSET and not (type(one) is type(default) and one == default):
            found[encoded] = form_of(one)
    return found


@lru_cache(maxsize=4096)
def _fields_of(kind: type[Struct]) -> tuple[tuple[str, str, Any], ...]:
    """Return each field of a struct: its name, its encoded name, and its default (NODEFAULT if it has none)."""
    return tuple((field.name, field.encode_name, _default_of(field)) for field in msgspec.structs.fields(kind))


def _default_of(field: msgspec.structs.FieldInfo) -> Any:  # noqa: ANN401 of any type
    factory: Any = field.default_factory
    return field.default if factory is NODEFAULT else factory()


# ---------------------------------------------------------------- digests


def digest_of(value: Any) -> str:  # noqa: ANN401 a state or a view
    """Return the digest of a state or a view."""
    return hashlib.sha256(canonical(form_of(value))).hexdigest()


@lru_cache(maxsize=256)
def schema_name(kind: Any) -> str:  # noqa: ANN401 the type of a state or a view
    """Return the name of a type's schema. It changes with the fields, types and defaults that a form may have."""
    return hashlib.sha256(canonical(_without_words(msgspec.json.schema(kind)))).hexdigest()[:NAME_DIGITS]


def _without_words(schema: Any) -> Any:  # noqa: ANN401 JSON
    if isinstance(schema, dict):
        plain = {name: one for name, one in schema.items() if not (name in WORDS and isinstance(one, str))}
        return {str(name): _without_words(one) for name, one in plain.items()}
    return [_without_words(one) for one in schema] if isinstance(schema, list) else schema


def digest_for(game: Game[Any], state: Any, seat: Seat | None, *, opened: bool) -> StateDigest:  # noqa: ANN401 the state of that game
    """Return the digest that a seat may have (None: the app).

    If the seat may read the whole log, this is the digest of the whole state, otherwise that of the seat's view.

    From the digest of a whole state, a caller who tries all faces could find each hidden die. The digest of a view
    reveals no hidden die.

    Rule:    AR-DIGEST-02
    """
    whole = opened or game.hides_nothing
    kind: Any = game.state if whole else game.view_type
    read = state if whole else game.view(state, seat)
    return StateDigest(of="state" if whole else "view", schema=schema_name(kind), digest=digest_of(read))


def first_difference(versions: Sequence[int], differs: Callable[[int], bool]) -> int | None:
    """Return the first of these versions at which two folds differ; None if they agree at the last one.

    The function compares the last version and then bisects, with about log2(n) comparisons. It does not find folds that
    differ and agree again, unless they also differ at the last version.

    Rule:    AR-DIGEST-03
    """
    if not versions or not differs(versions[-1]):
        return None
    return versions[bisect_left(versions, True, hi=len(versions) - 1, key=differs)]
