"""Values of events, read as the page reads them: secret parts, paths, and numbers as text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any, Final, TypeGuard

SEALED_FIELDS: Final = frozenset({"audience", "value", "sealed"})
SHORT_FORMS: Final = frozenset({"ap", "hp", "pwr", "gm", "id"})
_PLACE: Final = re.compile(r"0|[1-9][0-9]{0,8}")


def is_fields(value: object) -> TypeGuard[Mapping[str, Any]]:
    """Whether a value is an object."""
    return isinstance(value, Mapping)


def is_list(value: object) -> TypeGuard[Sequence[Any]]:
    """Whether a value is a list."""
    return isinstance(value, list | tuple)


def list_of(value: object) -> Sequence[Any]:
    """Return a value that is a list, or an empty one."""
    return value if is_list(value) else ()


def is_text(value: object) -> TypeGuard[str]:
    """Whether a value is a text that is not empty."""
    return isinstance(value, str) and value != ""


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a value is a number. Booleans do not count as numbers."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_sealed(value: object) -> TypeGuard[Mapping[str, Any]]:
    """Whether a value is a secret part. It has a `value` for readers who may see it."""
    return is_fields(value) and is_list(value.get("audience")) and value.keys() <= SEALED_FIELDS


def is_hidden(value: object) -> bool:
    """Whether a value is a secret part that the reader may not see."""
    return is_sealed(value) and "value" not in value


def shown(value: object) -> Any:  # noqa: ANN401 JSON
    """Return the value that the reader sees; None if it is hidden."""
    return value.get("value") if is_sealed(value) else value


def is_nothing(value: object) -> bool:
    """Whether a value is missing, false or empty, even inside a secret part. A hidden part counts as a value."""
    if is_sealed(value):
        return "value" in value and is_nothing(value["value"])
    return value is None or value is False or value == "" or ((is_list(value) or is_fields(value)) and len(value) == 0)


def is_true(value: object) -> bool:
    """Whether a value counts as true on the page, where empty lists and objects count as true."""
    return is_list(value) or is_fields(value) or bool(value)


MINUS: Final = "\N{MINUS SIGN}"


def plain(value: object) -> str:
    """Return a value as the page writes it: `yes` and `no` as true and false, and 2.0 as 2."""
    match value:
        case None:
            return "undefined"
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer():
            return str(int(value))
        case list() | tuple():
            return ",".join("" if one is None else plain(one) for one in value)
        case _:
            return "[object Object]" if is_fields(value) else str(value)


def value_at(fields: object, path: str) -> Any:  # noqa: ANN401 JSON
    """Return the value at a path of field names and list positions, such as `roll.creature` or `change.4`, or None."""
    return reduce(_step, filter(None, path.split(".")), fields)


def _step(found: object, name: str) -> object:
    held = shown(found)
    if is_list(held):
        place = int(name) if _PLACE.fullmatch(name) else len(held)
        return held[place] if place < len(held) else None
    return held.get(name) if is_fields(held) else None


def entries(fields: Mapping[str, Any]) -> Sequence[tuple[str, Any]]:
    """Return the names and values of an object in the page's order: whole numbers first, by size."""
    places = sorted((name for name in fields if _PLACE.fullmatch(name)), key=int)
    return [(name, fields[name]) for name in [*places, *(name for name in fields if name not in places)]]


def spelled(name: str) -> str:
    """Split an identifier into words: `ResolveAction` and `resolve_action` become "resolve action"."""
    words = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name.replace("_", " "))
    words = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", words)
    return " ".join(map(_lowered, words.split(" ")))


def _lowered(word: str) -> str:
    if word.lower() in SHORT_FORMS:
        return word.upper()
    return word if re.fullmatch(r"[A-Z]{2,}", word) else word.lower()


def titled(name: str) -> str:
    """Split an identifier into words that begin with a capital letter."""
    text = spelled(name)
    return text[:1].upper() + text[1:]


def card_name(name: str) -> str:
    """Turn the id of a card, such as `ember-ghost`, into its name."""
    return re.sub(r"(^|[-_])([a-z])", lambda found: (" " if found[1] else "") + found[2].upper(), name)
