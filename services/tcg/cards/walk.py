"""A walk through a card: every part of it, with its path and what it stands in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import fields, replace

from .faults import Fault
from .language import (
    AnyCard,
    Choose,
    ChoosePlayer,
    Deed,
    Delay,
    Effect,
    ForEach,
    Not,
    Part,
    Reckoned,
    RollDie,
    Savior,
    Test,
)

Section: TypeAlias = Literal["", "on", "when", "targets", "cost", "do", "static", "replace", "flip"]
Storing: TypeAlias = Choose | ChoosePlayer | RollDie
SECTIONS: Final[Mapping[str, Section]] = {
    "on": "on", "when": "when", "targets": "targets", "cost": "cost", "do": "do", "static": "static",
    "replace": "replace", "flip": "flip",
}  # fmt: skip


class Scope(Struct, frozen=True, kw_only=True):
    """What a part of a card stands in.

    Shape: `within` is the kind of part it is a field of, `stored` has what earlier steps stored, `deeds`, `tests` and
    `sums` say how deep steps, conditions and amounts are nested, the part itself counted in
    """

    card: AnyCard
    effect: Effect | None = None
    granted: bool = False
    section: Section = ""
    event: bool = False
    each: bool = False
    negated: bool = False
    within: type[Part] | None = None
    stored: Mapping[str, Storing] = {}
    deeds: int = 0
    tests: int = 0
    sums: int = 0

    def fault(self, path: str, reason: str, *rules: str) -> Fault:
        """Say what is wrong at a place of this card."""
        return Fault(card=self.card.id, field=path or "$", reason=reason, rules=rules)


Found: TypeAlias = tuple[str, Part, Scope]


def walk(card: AnyCard) -> Iterator[Found]:
    """Give every part of a card, itself first."""
    yield from _part(card, "", Scope(card=card))


def _part(part: Part, path: str, scope: Scope) -> Iterator[Found]:
    scope = _entered(part, scope)
    yield path, part, scope
    for name, written in _names(type(part)):
        inner = _inside(part, name, scope)
        yield from _value(getattr(part, name), f"{path}.{written}".lstrip("."), inner)


@cache
def _names(kind: type[Part]) -> tuple[tuple[str, str], ...]:
    """Give the fields of a kind of part, and how each is written."""
    return tuple((field.name, field.encode_name) for field in fields(kind))


def _value(value: Any, path: str, scope: Scope) -> Iterator[Found]:  # noqa: ANN401 whatever a field holds
    if isinstance(value, Part):
        yield from _part(value, path, scope)
    elif isinstance(value, tuple):
        for at, one in enumerate(value):
            yield from _value(one, f"{path}[{at}]", scope)
            if isinstance(one, Storing):
                scope = replace(scope, stored={**scope.stored, one.store: one})
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _value(one, f"{path}.{key}", scope)


def _entered(part: Part, scope: Scope) -> Scope:
    """Give the scope of a part itself."""
    if isinstance(part, Effect):
        event = part.on is not None or part.eti in ("auto", "interrupt")
        granted = scope.effect is not None
        return replace(scope, effect=part, granted=granted, event=event, stored={}, section="", each=False)
    if isinstance(part, Deed):
        return replace(scope, deeds=scope.deeds + 1)
    if isinstance(part, Test):
        return replace(scope, tests=scope.tests + 1)
    if isinstance(part, Reckoned):
        return replace(scope, sums=scope.sums + 1)
    return scope


def _inside(part: Part, name: str, scope: Scope) -> Scope:
    """Give the scope of what a field of a part holds."""
    scope = replace(scope, within=type(part))
    if isinstance(part, Effect | Savior):
        return replace(scope, section=SECTIONS.get(name, ""))
    if isinstance(part, RollDie):
        return replace(scope, stored={**scope.stored, part.store: part})
    each = name == "filter" or (isinstance(part, ForEach) and name == "then")
    return replace(
        scope,
        each=scope.each or each,
        event=scope.event or isinstance(part, Delay),
        negated=scope.negated or isinstance(part, Not),
    )
