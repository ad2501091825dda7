"""A walk through every part of a card, which yields each part with its scope (its surroundings on the card)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import fields, replace

from services.tcg.catalogue.faults import Fault
from services.tcg.catalogue.language.conditions import Condition, Not, Part, Reckoned, Selector, Test
from services.tcg.catalogue.language.effects import AnyCard, Effect, Pattern, Savior
from services.tcg.catalogue.language.operations import Branches, Operation

Found: TypeAlias = tuple[str, Part, "Scope"]


class Scope(Struct, frozen=True, kw_only=True):
    """The surroundings of a part within its card.

    Shape: path: the JSON path to the part; section: the field of the effect (or savior) that contains it; within: the
           type of the part that contains it; on: the event that the effect or the later step waits for; over: the
           cards of the nearest `for_each`, as long as nothing may have moved them before; named: the cards that
           `each` names in the steps of a `for_each`; stored: the results of earlier operations; operations,
           conditions, amounts: the depths of nesting, including the part
    """

    card: AnyCard
    path: str = ""
    effect: Effect | None = None
    granted: bool = False
    section: str = ""
    event: bool = False
    on: Pattern | None = None
    each: bool = False
    over: Selector | None = None
    named: Selector | None = None
    negated: bool = False
    within: type[Part] | None = None
    stored: Mapping[str, Operation] = {}
    operations: int = 0
    conditions: int = 0
    amounts: int = 0

    def fault(self, field: str, reason: str, *rules: str) -> Fault:
        """Return a fault in a field of this part, or in the part itself if `field` is empty."""
        return Fault(card=self.card.id, field=f"{self.path}.{field}".strip(".") or "$", reason=reason, rules=rules)


def positive_parts(condition: Condition | None) -> Iterator[Condition]:
    """Yield a condition and its parts, except negated ones."""
    if condition is None or isinstance(condition, Not):
        return
    yield condition
    inner = getattr(condition, "of", ())
    if isinstance(inner, tuple):
        for part in inner:
            yield from positive_parts(part)


def walk(card: AnyCard) -> Iterator[Found]:
    """Yield every part of a card with its scope, starting with the card itself."""
    return _part(card, Scope(card=card))


def parts_of(card: AnyCard | Part) -> Iterator[Part]:
    """Yield every part of a card or of another part in the order of `walk`, but without scopes.

    Building the scopes takes most of the time of `walk`.
    """
    waiting: list[Any] = [card]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Part):
            yield one
            waiting += (getattr(one, name) for name, _ in reversed(_names(type(one))))
        elif isinstance(one, tuple):
            waiting += reversed(one)
        elif isinstance(one, dict):
            waiting += reversed(one.values())


def steps_before(effect: Effect, part: object) -> Sequence[Operation]:
    """Return the steps that are always carried out before a part of an effect, and the steps that contain it.

    Steps in other branches are left out.
    """
    instead = () if effect.replace is None or isinstance(effect.replace.do, str) else effect.replace.do
    return _way_to(part, (*effect.do, *instead)) or ()


def branches_of(step: Operation) -> Branches | None:
    """Return the steps inside a step by branch, also if they run later, or None if the step can contain no others."""
    return (getattr(step, "then", ()),) if step.awaits else step.branches()


def _way_to(part: object, steps: Sequence[Operation]) -> list[Operation] | None:
    for at, step in enumerate(steps):
        if step is part:
            return [*steps[:at]]
        for branch in branches_of(step) or ():
            if (way := _way_to(part, branch)) is not None:
                return [*steps[: at + 1], *way]
        if any(one is part for one in parts_of(step)):
            return [*steps[:at]]
    return None


def _part(part: Part, scope: Scope) -> Iterator[Found]:
    scope = _scope_of_part(part, scope)
    yield scope.path, part, scope
    for name, written in _names(type(part)):
        yield from _value(
            getattr(part, name), f"{scope.path}.{written}".lstrip("."), _scope_of_field(part, name, scope)
        )


@cache
def _names(kind: type[Part]) -> tuple[tuple[str, str], ...]:
    """Return the fields of a type of part, each with its name in JSON."""
    return tuple((field.name, field.encode_name) for field in fields(kind))


def _value(value: Any, path: str, scope: Scope) -> Iterator[Found]:  # noqa: ANN401 whatever a field holds
    if isinstance(value, Part):
        yield from _part(value, replace(scope, path=path))
    elif isinstance(value, tuple):
        for index, one in enumerate(value):
            yield from _value(one, f"{path}[{index}]", scope)
            if isinstance(one, Operation) and (one.stores or scope.over is not None):
                scope = replace(_storing(one, scope) if one.stores else scope, over=None)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _value(one, f"{path}.{key}", scope)


def _scope_of_part(part: Part, scope: Scope) -> Scope:
    """Return the scope of a part: the scope of its surroundings, updated for the part itself."""
    if isinstance(part, Effect):
        event = part.on is not None or part.eti in ("auto", "interrupt")
        granted = scope.effect is not None
        return replace(
            scope, effect=part, granted=granted, event=event, on=part.on, stored={}, section="", each=False,
            over=None, named=None,
        )  # fmt: skip
    if isinstance(part, Operation):
        return replace(scope, operations=scope.operations + 1)
    if isinstance(part, Test):
        return replace(scope, conditions=scope.conditions + 1)
    if isinstance(part, Reckoned):
        return replace(scope, amounts=scope.amounts + 1)
    return scope


def _scope_of_field(part: Part, name: str, scope: Scope) -> Scope:
    """Return the scope of a field's contents."""
    scope = replace(scope, within=type(part))
    if isinstance(part, Effect | Savior):
        return replace(scope, section=name)
    each, awaits, over = name == "filter", False, None if name == "filter" else scope.over
    named = None if name == "filter" else scope.named
    if isinstance(part, Operation):
        named = getattr(part, "of", None) if name == part.each_in else named
        over = getattr(part, "of", None) if name == part.each_in else None if part.awaits or part.repeats else over
        each, awaits = each or name == part.each_in, part.awaits
        scope = _storing(part, scope) if part.stores == "number" else scope
    return replace(
        scope,
        each=scope.each or each,
        over=over,
        named=named,
        event=scope.event or awaits,
        on=getattr(part, "until", scope.on) if awaits else scope.on,
        negated=scope.negated or isinstance(part, Not),
    )


def _storing(step: Operation, scope: Scope) -> Scope:
    """Return the scope of the steps after a step that stores a result."""
    return replace(scope, stored={**scope.stored, str(getattr(step, "store")): step})  # noqa: B009 only such steps get here
