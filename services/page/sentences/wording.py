"""Values in words: ids as names, lists joined, hidden values as "hidden". Field names never appear."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

from services.page.sentences.values import (
    card_name,
    entries,
    is_fields,
    is_hidden,
    is_list,
    is_nothing,
    is_number,
    is_sealed,
    plain,
    shown,
    spelled,
)

LONGEST: Final = 12
MOST_FACES: Final = 40
DEEPEST: Final = 2
CARDS: Final = frozenset({"card", "cards", "revealed"})
SEATS: Final = frozenset(
    {"seat", "asked", "agreed", "who", "highest", "drawn", "winner", "narrator", "audience"}
)  # fmt: skip
"""Fields that hold the names of seats: a seat may be called `creature-1`."""
ROUTINE: Final = frozenset({"type", "id", "decision", "number", "faces", "dice"})
ROLES: Final = {"gm": "game master", "player": "player", "spectator": "spectator"}
MADE: Final = re.compile(r"([a-z]+(?:-[a-z]+)*)-[0-9]+")
"""The form of an id that the server created, such as `creature-3`. Without a name, it means nothing to people."""
OF_A_CARD: Final = re.compile(r"[a-z0-9-]+#([a-z0-9-]+)(/[a-z0-9-]+)*")
CODE: Final = re.compile(r"[a-z]+(_[a-z0-9]+)+")
DIGEST: Final = re.compile(r"[0-9a-f]{32,}")


class Naming(Protocol):
    """The names in a stream, as they are at the version of the event that a sentence describes."""

    def seat(self, seat: str) -> str:
        """Return the name that people read for a seat."""
        ...

    def name(self, thing: str, /) -> str | None:
        """Return the name of an id, if it is known."""
        ...


class Speaking(Naming, Protocol):
    """The interface through which a function of a game puts a value in words."""

    def in_shape(self, value: object, shape: str) -> str:
        """Return a value in the words of a shape of the game."""
        ...

    def request(self, command: Mapping[str, Any]) -> str:
        """Return the sentence of a command."""
        ...


def worded(words: Mapping[str, str], code: object) -> str:
    """Return the word for a code, or the code with spaces in place of underscores."""
    return words[code] if isinstance(code, str) and code in words else plain(code).replace("_", " ")


def listed(texts: Sequence[str], most: int = LONGEST) -> str:
    """Join texts, and leave out empty ones. If there are too many, replace the last ones with their number."""
    few = [text for text in texts if text != ""]
    between = "; " if any(", " in text for text in few) else ", "
    left = len(few) - most
    return f"{between.join(few[:most])} and {left} more" if left > 1 else between.join(few)


def said(value: object, field: str, names: Naming) -> str:
    """Return the value of a field in words. The result is empty for an object without a name."""
    if is_sealed(value):
        return said(value["value"], field, names) if "value" in value else "hidden"
    if is_list(value):
        return listed([said(one, field, names) for one in value], MOST_FACES if field == "faces" else LONGEST)
    if is_fields(value):
        return _name_of(value, names) or ""
    if isinstance(value, str):
        return _said_text(value, field, names)
    return "yes" if value is True else "none" if value is None else plain(value)


def _said_text(value: str, field: str, names: Naming) -> str:
    if field in SEATS:
        return names.seat(value)
    if field in CARDS:
        return card_name(value)
    return ROLES.get(value, value) if field == "role" else _text_of(value, names)


def _text_of(value: str, names: Naming) -> str:
    known = names.name(value)
    if known is not None:
        return known
    if card := OF_A_CARD.fullmatch(value):
        return card_name(card[1])
    if made := MADE.fullmatch(value):
        kind = made[1].replace("-", " ")
        return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
    return "" if DIGEST.fullmatch(value) else spelled(value) if CODE.fullmatch(value) else value


def _name_of(fields: Mapping[str, Any], names: Naming) -> str | None:
    """Return the name of an object, if it has one."""
    thing = next((fields[name] for name in ("id", "creature", "participant") if fields.get(name) is not None), None)
    card = fields.get("card")
    named = [
        names.name(thing) if isinstance(thing, str) else None,
        fields.get("name"),
        card_name(card) if isinstance(card, str) else None,
        fields.get("face"),
    ]
    called = next((one for one in named if one is not None), None)
    if isinstance(called, str) and called != "":
        return called
    if is_fields(fields.get("sheet")):
        return _name_of(fields["sheet"], names)
    return _text_of(thing, names) if isinstance(thing, str) else None


def values_of(fields: Mapping[str, Any], names: Naming, depth: int = 0) -> Iterator[str]:
    """Yield the names and texts in the fields. Leave out numbers, which mean nothing without their fields' names."""
    for field, value in entries(fields):
        if field in ROUTINE or is_nothing(value) or is_hidden(value):
            continue
        inner = shown(value)
        for one in inner if is_list(inner) else [inner]:
            text = "" if is_number(one) or one is True else said(one, field, names)
            if text != "":
                yield text
            elif is_fields(one) and depth < DEEPEST:
                yield from values_of(one, names, depth + 1)
