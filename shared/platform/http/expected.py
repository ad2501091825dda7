"""Error messages for a body that does not match its type: the field, what the field accepts, and what was sent.

msgspec reports only a path and the first fault. This module derives what is accepted from the type itself, so that the
message agrees with the contract: the description of a name or id, the bounds of a number, the allowed words.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from shared.kernel.messages import HIDDEN
from shared.kernel.stream import code_point

LISTED: Final = 12
"""Maximum number of allowed choices that a message lists. If there are more, the message names only similar ones."""
SHOWN: Final = 60
LARGE: Final = 2**63
_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")
_QUOTED: Final = re.compile(r"field `(.*)`$", re.DOTALL)
_UNSEEN: Final = re.compile(f"[{HIDDEN}]")
_PLAIN: Final[Mapping[Any, str]] = {
    str: "text", int: "a whole number", bool: "true or false", float: "a number", NoneType: "null",
}  # fmt: skip


class Wrong(NamedTuple):
    """A fault in a body: a sentence, the field, the values that the field accepts, and the value that was sent."""

    detail: str
    field: str
    needs: str
    has: Any


class BodyPlace(NamedTuple):
    """A position in a body: its path, its declared type, and its value.

    If `tag` is true, the position is the tag of an object, and `hint` is the type of that object.
    """

    path: str
    hint: Any
    value: Any
    tag: bool = False


def in_words(message: str, hint: Any, body: bytes) -> Wrong:  # noqa: ANN401 a declared type
    """Turn msgspec's error about a body into a sentence for the caller."""
    message, _, where = message.partition(" - at ")
    try:
        value = _decode(body)
    except _Unclear as unclear:
        return unclear.wrong
    place = _follow(BodyPlace("", hint, value), where.rpartition("`$")[2].rstrip("`"))
    if where.startswith("`key`"):
        keys = get_args(_choose(place))[:1] or (str,)
        return _wrong(place, f"each name must be {describe_type(keys[0])}", describe_type(keys[0]), None)
    named = _QUOTED.search(message)
    if named and message.startswith("Object missing"):
        return _describe_missing(place, named[1])
    if named and message.startswith("Object contains"):
        return _unknown(place, named[1])
    if place.tag:
        return _no_such(place)
    needs = describe_type(place.hint)
    return _wrong(place, f"expected {needs}; got {_came(place.value)}{_unseen_in(place.value)}", needs, place.value)


def describe_type(hint: Any) -> str:  # noqa: ANN401 a declared type
    """Describe in words which values a type accepts.

    For a string type with a description, the result begins with the description. For any other type, the result begins
    with the kind of value, and the description follows in brackets.
    """
    metas, plain = _bare(hint)
    described = next((meta.description for meta in metas if meta.description), None)
    if described and plain is str:
        return described + _bounds(metas, plain)
    words = _kind(plain, get_origin(plain)) + _bounds(metas, plain)
    return f"{words} ({described})" if described else words


def _kind(plain: Any, origin: Any) -> str:  # noqa: ANN401 a declared type
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(describe_type(one) for one in _options(plain)))
    if origin is Literal:
        return _one_of([f'"{one}"' if isinstance(one, str) and one.isdigit() else str(one) for one in get_args(plain)])
    if isinstance(plain, type) and issubclass(plain, Struct):
        return "an object"
    if origin in (tuple, list, set, frozenset):
        inner = get_args(plain)
        fixed = origin is tuple and ... not in inner
        return f"a list of {len(inner)}" if fixed else "a list"
    return "an object" if origin is dict else _PLAIN.get(plain, "another value")


def _bounds(metas: Sequence[Meta], plain: Any) -> str:  # noqa: ANN401 a declared type
    """Describe the bounds of a number, or of the length of a string or list, in words."""
    unit_of_length = " characters" if plain is str else " entries"
    for least, most, unit in (("ge", "le", ""), ("min_length", "max_length", unit_of_length)):
        low = next((found for meta in metas if (found := getattr(meta, least)) is not None), None)
        high = next((found for meta in metas if (found := getattr(meta, most)) is not None), None)
        below = next((meta.lt for meta in metas if meta.lt is not None), None)
        if high is None and plain is int and below is not None:
            high = below - 1
        if low is not None and high is not None:
            return f", {low} to {high}{unit}" if unit else f" from {low} to {high}"
        if low is not None:
            return f", at least {low}{unit}"
        if high is not None:
            return f", at most {high}{unit}"
    return ""


def _one_of(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"one of {', '.join(words)}"


# ---------------------------------------------------------------- finding the position of the error


class _Unclear(Exception):
    """Raised for a body whose values cannot be compared with its type. `wrong` says why."""

    def __init__(self, detail: str, needs: str) -> None:
        """Set up the error with its sentence, and with what would be right."""
        super().__init__(detail)
        self.wrong: Final = Wrong(detail, "", needs, None)


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object of a body. Refuse a duplicate name, because parsers differ about which value counts.

    Refuses: _Unclear
    """
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _Unclear(f"the body: an object has the name {_quote(name)} twice; send it once", "each name once")
        found[name] = value
    return found


def _decode(body: bytes) -> Any:  # noqa: ANN401 JSON
    """Decode a body with Python's decoder, which also accepts numbers and characters that msgspec refuses.

    Refuses: _Unclear
    """
    try:
        return json.loads(body.decode(), object_pairs_hook=_object, parse_int=_whole)
    except RecursionError as error:
        raise _Unclear("the body is nested too deeply", "fewer levels") from error
    except ValueError:
        return UNSET


def _whole(text: str) -> float:
    """Read a whole number. One with more digits than Python converts counts as infinite, as `1e400` does."""
    try:
        return int(text)
    except ValueError:
        return math.inf


def _no_number(text: str) -> None:
    """Refuse NaN and Infinity, which Python's decoder accepts. Refuses: ValueError."""
    raise ValueError(text)


def why_no_json(error: Exception, body: bytes) -> str:
    """Say why a body is not JSON. For half of a surrogate pair, msgspec may say that data are missing."""
    try:
        json.loads(body.decode(), parse_constant=_no_number, parse_int=_whole)
    except (ValueError, RecursionError):
        return str(error)
    return "it has half of a surrogate pair, such as \\ud800, which is not a character"


def _follow(place: BodyPlace, path: str) -> BodyPlace:
    """Follow a path through the declared types and the sent values together."""
    for name, index in _STEP.findall(path):
        place = _field(place, name) if name else _element(place, index)
    return place


def _field(place: BodyPlace, name: str) -> BodyPlace:
    kind = _choose(place)
    hints = get_type_hints(kind, include_extras=True) if _is_struct(kind) else {}
    value = place.value.get(name, UNSET) if isinstance(place.value, dict) else UNSET
    path = f"{place.path}.{name}" if place.path else name
    if name in _tag_fields(place) and name not in hints:
        return BodyPlace(path, place.hint, value, tag=True)
    return BodyPlace(path, hints.get(name, Any), value)


def _element(place: BodyPlace, index: str) -> BodyPlace:
    kind = _choose(place)
    inner = get_args(kind)
    if isinstance(place.value, dict) and get_origin(kind) is dict:
        for name, value in place.value.items():
            if not _stands(value, inner[1]):
                return BodyPlace(f"{place.path}.{name[:SHOWN]}".lstrip("."), inner[1], value)
    if isinstance(place.value, list) and index.isdecimal() and inner and int(index) < len(place.value):
        at = min(int(index), len(inner) - 1) if ... not in inner else 0
        return BodyPlace(f"{place.path}[{index}]", inner[at], place.value[int(index)])
    return BodyPlace(f"{place.path}[{index}]", Any, UNSET)


def _stands(value: Any, hint: Any) -> bool:  # noqa: ANN401 JSON, a declared type
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return False
    return True


def _bare(hint: Any) -> tuple[list[Meta], Any]:  # noqa: ANN401 a declared type
    metas: list[Meta] = []
    while get_origin(hint) is Annotated:
        hint, *more = get_args(hint)
        metas += [one for one in more if isinstance(one, Meta)]
    return metas, hint


def _options(hint: Any) -> Iterator[Any]:  # noqa: ANN401 a declared type
    """Return the types that are allowed at a position, without UNSET."""
    plain = _bare(hint)[1]
    if get_origin(plain) in (Union, UnionType):
        for one in get_args(plain):
            if one is not UnsetType:
                yield from _options(one) if get_origin(_bare(one)[1]) in (Union, UnionType) else (one,)
    else:
        yield hint


def _choose(place: BodyPlace) -> Any:  # noqa: ANN401 a declared type
    """Return the type that a value is meant to have. Among several object types, the value's tag decides."""
    options = [_bare(one)[1] for one in _options(place.hint)]
    if isinstance(place.value, dict):
        structs = [one for one in options if _is_struct(one)]
        for one in structs:
            config = one.__struct_config__
            if config.tag is None or len(structs) == 1 or place.value.get(config.tag_field) == config.tag:
                return one
        return next((one for one in options if get_origin(one) is dict), NoneType)
    return next((one for one in options if get_origin(one) in (tuple, list, set, frozenset)), NoneType)


def _is_struct(kind: Any) -> bool:  # noqa: ANN401 a declared type
    return isinstance(kind, type) and issubclass(kind, Struct)


# ---------------------------------------------------------------- building sentences


def _wrong(place: BodyPlace, sentence: str, needs: str, has: Any) -> Wrong:  # noqa: ANN401 JSON
    known = has if isinstance(has, bool) or (isinstance(has, int) and abs(has) < LARGE) else None
    return Wrong(f"{place.path or 'the body'}: {sentence}", place.path, needs, known)


def _describe_missing(place: BodyPlace, name: str) -> Wrong:
    inner = _field(place, name)
    needs = describe_type(inner.hint)
    if inner.tag:
        tags = _tags(place)
        needs = _one_of(tags) if len(tags) <= LISTED else "a name that the contract lists"
    return _wrong(place, f"{name} is missing: {needs}", needs, None)


def _unknown(place: BodyPlace, name: str) -> Wrong:
    kind = _choose(place)
    known = [*kind.__struct_encode_fields__] if _is_struct(kind) else []
    near = get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known) or 'none'}"
    return _wrong(place, f"there is no field {_quote(name)}{hint}", "a field of the contract", None)


def _no_such(place: BodyPlace) -> Wrong:
    """Build the message for an unknown tag. It names similar tags, or else all allowed ones."""
    tags = _tags(place)
    near = get_close_matches(str(place.value)[:SHOWN], tags, n=3)
    if near:
        hint = f"did you mean {' or '.join(near)}?"
    else:
        hint = f"there are {', '.join(tags)}" if len(tags) <= LISTED else "the contract lists them"
    return _wrong(place, f"there is no {_came(place.value)}; {hint}", _one_of(near or tags[:LISTED] or ["a tag"]), None)


def _tag_fields(place: BodyPlace) -> set[str | None]:
    found = (_bare(one)[1] for one in _options(place.hint))
    return {one.__struct_config__.tag_field for one in found if _is_struct(one)} - {None}


def _tags(place: BodyPlace) -> list[str]:
    """Return the tags that are allowed here; `place` is the object or its tag."""
    found = (_bare(one)[1] for one in _options(place.hint))
    return [str(one.__struct_config__.tag) for one in found if _is_struct(one) and one.__struct_config__.tag]


def _came(value: Any) -> str:  # noqa: ANN401 JSON
    """Return a short text that shows the value that was sent."""
    if value is UNSET:
        return "something else"
    if isinstance(value, dict | list):
        return f"a list of {len(value)}" if isinstance(value, list) else "an object"
    if isinstance(value, str):
        return _quote(value)
    if (isinstance(value, int) and abs(value) >= LARGE) or (isinstance(value, float) and math.isinf(value)):
        return "a larger number"
    return msgspec.json.encode(value).decode()


def _quote(text: str) -> str:
    short = text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
    shown = _UNSEEN.sub(lambda found: f"<{code_point(found[0])}>", short)
    return msgspec.json.encode(shown).decode(errors="replace")


def _unseen_in(value: Any) -> str:  # noqa: ANN401 JSON
    """Return a hint about the first invisible character in a string; "" if there is none."""
    found = _UNSEEN.search(value) if isinstance(value, str) else None
    return "" if found is None else f"; {code_point(found[0])} cannot be seen: leave it out"
