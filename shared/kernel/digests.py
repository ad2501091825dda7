"""Digests of folded states: programs that fold a log in the same way compute the same digest at every version.

    digest = SHA-256(canonical JSON of the state's form)

In the form, structs and mappings are objects whose keys are text, sequences are arrays, and sets are arrays in the
order of their canonical JSON. A field with its default value is left out, so that a release that adds a field keeps the
old digests until the field has another value. The name of a state's schema changes with the fields and defaults of its
form, so different digests prove different folds only if their schema names are equal.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from types import UnionType
from typing import Any, Final, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, UNSET, Struct
from msgspec.structs import astuple

from shared.kernel.game import Game
from shared.kernel.messages import Hex32, Seat, canonical

Subject: TypeAlias = Literal["state", "view"]
NAME_DIGITS: Final = 16
PLAIN: Final = frozenset({str, int, bool, type(None)})
"""The types whose values appear in the form unchanged."""
PLAIN_INSIDE: Final = frozenset({list, tuple, Union, UnionType})
"""Container types whose values appear in the form unchanged, if all values inside them do."""
WORDS: Final = frozenset({"title", "description"})
"""The keys of a schema whose values are texts for people; they do not affect a form."""


class StateDigest(Struct, frozen=True, kw_only=True):
    """A digest of a game's folded state, or of one reader's view of it, and the name of its schema."""

    of: Subject
    schema: str
    digest: Hex32


# ---------------------------------------------------------------- the form


def form_of(value: Any) -> Any:  # noqa: ANN401 any value of a state
    """Return the form of a value in a state or view, as plain JSON values.

    Rule: AR-DIGEST-01
    """
    kind = type(value)
    if kind in PLAIN:
        return value
    if kind is tuple or kind is list:
        return [form_of(one) for one in value]
    if kind is dict:
        return {str(key): form_of(one) for key, one in value.items()}
    return _struct_form(value) if isinstance(value, Struct) else _rare_form(value)


def _struct_form(value: Struct) -> dict[str, Any]:
    """Return the form of a struct: its tag, and the fields with values other than their defaults."""
    tag, fields = _parts_of(type(value))
    found: dict[str, Any] = tag.copy()
    for one, (encoded, default, is_plain) in zip(astuple(value), fields, strict=True):
        if one is default or one is UNSET or (type(one) is type(default) and one == default):
            continue
        found[encoded] = one if is_plain else form_of(one)
    return found


def _rare_form(value: Any) -> Any:  # noqa: ANN401 any value of a state
    """Return the form of a value of a type that few states have."""
    if isinstance(value, list | tuple):
        return [form_of(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): form_of(one) for key, one in value.items()}
    if isinstance(value, AbstractSet):
        return sorted((form_of(one) for one in value), key=canonical)
    return msgspec.json.decode(value) if isinstance(value, msgspec.Raw) else value


@lru_cache(maxsize=4096)
def _parts_of(kind: type[Struct]) -> tuple[dict[str, Any], tuple[tuple[str, Any, bool], ...]]:
    """Return the tag of a struct, and for each field its encoded name, its default, and whether it is plain.

    The default is NODEFAULT if a field has none. The value of a plain field appears in the form unchanged.
    """
    config, hints = kind.__struct_config__, get_type_hints(kind)
    fields = tuple(
        (field.encode_name, _default_of(field), _is_plain(hints[field.name])) for field in msgspec.structs.fields(kind)
    )
    return {} if config.tag_field is None else {config.tag_field: config.tag}, fields


def _is_plain(hint: Any) -> bool:  # noqa: ANN401 a declared type
    """Whether every value of a type appears in the form unchanged: plain values, and containers of plain values."""
    if hint in PLAIN or get_origin(hint) is Literal:
        return True
    kind, inside = get_origin(hint), [one for one in get_args(hint) if one is not ...]
    if kind is dict:
        return inside[0] is str and _is_plain(inside[1])
    return kind in PLAIN_INSIDE and all(map(_is_plain, inside))


def _default_of(field: msgspec.structs.FieldInfo) -> Any:  # noqa: ANN401 of any type
    factory: Any = field.default_factory
    return field.default if factory is NODEFAULT else factory()


# ---------------------------------------------------------------- digests


def digest_of(value: Any) -> str:  # noqa: ANN401 a state or a view
    """Return the digest of a state or a view."""
    return hashlib.sha256(canonical(form_of(value))).hexdigest()


@lru_cache(maxsize=256)
def schema_name(kind: Any) -> str:  # noqa: ANN401 the type of a state or a view
    """Return the name of a type's schema. The name changes when a field, type or default of the type changes."""
    return hashlib.sha256(canonical(_without_words(msgspec.json.schema(kind)))).hexdigest()[:NAME_DIGITS]


def _without_words(schema: Any) -> Any:  # noqa: ANN401 JSON
    if isinstance(schema, dict):
        plain = {name: one for name, one in schema.items() if not (name in WORDS and isinstance(one, str))}
        return {str(name): _without_words(one) for name, one in plain.items()}
    return [_without_words(one) for one in schema] if isinstance(schema, list) else schema


def digest_for(game: Game[Any], state: Any, seat: Seat | None, *, opened: bool) -> StateDigest:  # noqa: ANN401 the state of that game
    """Return the digest that a seat may read (None: the app).

    If the seat may read the whole log, this is the digest of the whole state; otherwise, of the seat's view.

    With a digest of the whole state, a caller could find hidden dice by trying all faces. The digest of a view reveals
    no hidden die.

    Rule:    AR-DIGEST-02
    """
    whole = opened or game.hides_nothing
    kind: Any = game.state if whole else game.view_type
    read = state if whole else game.view(state, seat)
    return StateDigest(of="state" if whole else "view", schema=schema_name(kind), digest=digest_of(read))


def first_difference(versions: Sequence[int], differs: Callable[[int], bool]) -> int | None:
    """Return the first of these versions at which two folds differ; None if they agree at the last one.

    The function compares the last version and then bisects, with about log2(n) comparisons. It misses folds that differ
    for a while and agree again at the last version.

    Rule:    AR-DIGEST-03
    """
    if not versions or not differs(versions[-1]):
        return None
    return versions[bisect_left(versions, True, hi=len(versions) - 1, key=differs)]
