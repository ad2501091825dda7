"""The names of ids, learned from events. Each name applies from the version at which it was given."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import inf
from typing import Any, Final, TypeAlias

from services.page.sentences.values import card_name, is_fields, is_list, is_text, plain

OWNERS: Final = ("character", "enemy", "creature", "participant", "pool", "fighter")
ACTING: Final = re.compile(r"(character|creature|enemy|combatant|specialist)-")

Name: TypeAlias = str | Callable[[float], str | None]
"""A name, or a function that builds it from other names as they are at a version."""


class Names:
    """The names in a stream. Events may be added in any order. Each look-up states a version of the stream."""

    def __init__(self) -> None:
        """Set up an empty set of names."""
        self._known: Final[dict[str, list[tuple[float, Name]]]] = {}
        self._bearers: Final[dict[str, dict[str, float]]] = {}
        self._seats: Final[dict[str, str]] = {}

    def learn(self, value: object, version: int) -> None:
        """Learn all names in an event, or in a value inside it."""
        if is_list(value):
            for inner in value:
                self.learn(inner, version)
        if is_fields(value):
            self._learn_one(value, version)
            for inner in value.values():
                self.learn(inner, version)

    def _learn_one(self, fields: Mapping[str, Any], version: int) -> None:
        sheet: Mapping[str, Any] = next(
            (fields[name] for name in ("sheet", "value") if is_fields(fields.get(name))), {}
        )
        name = fields["name"] if is_text(fields.get("name")) else sheet.get("name")
        thing = fields.get("id")
        if thing is None:
            thing = next((fields[owner] for owner in OWNERS if is_text(fields.get(owner))), None)
        seat, card = fields.get("seat"), fields.get("card")
        if fields.get("type") == "SeatOpened" and is_text(seat) and is_text(fields.get("name")):
            self._seats[seat] = fields["name"]
        if is_text(seat) and is_text(fields.get("role")):
            self.keep(seat, seat, version)
        if is_text(name) and is_text(thing):
            self.keep(thing, name, version)
        placed = fields.get("spirit", fields.get("thing"))
        if is_text(card) and placed is not None:
            self.keep(f"#{plain(placed)}", card_name(card), version)

    def keep(self, thing: str, name: Name, since: float) -> None:
        """Record a name that an id has from a version on."""
        names = self._known.setdefault(thing, [])
        if any(one == name and at <= since for at, one in names):
            return
        names.append((since, name))
        names.sort(key=lambda one: -one[0])
        if ACTING.match(thing) and isinstance(name, str):
            bearers = self._bearers.setdefault(name, {})
            bearers[thing] = min(since, bearers.get(thing, inf))

    def seat(self, seat: str) -> str:
        """Return the name that people read for a seat: its display name, or else its id."""
        return self._seats.get(seat, seat)

    def of(self, thing: str, at: float = inf) -> str | None:
        """Return the name of an id at a version, if it was known. Characters with the same name are numbered."""
        found = next((name for since, name in self._known.get(thing, ()) if since <= at), None)
        seat = self.seat(thing)
        name = seat if seat != thing and (found is None or found == thing) else found
        if name is None or not isinstance(name, str):
            return None if name is None else name(at)
        bearers = self._bearers.get(name, {})
        if thing not in bearers or sum(since <= at for since in bearers.values()) < 2:  # noqa: PLR2004 two share it
            return name
        return f"{name} ({thing.rpartition('-')[2]})"
