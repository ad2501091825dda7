"""What holds, replacements, triggers and durations: what each must name, and must leave out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from services.tcg.cards.faults import Fault
from services.tcg.cards.language import (
    ChangePwr,
    GainControl,
    Grant,
    Part,
    Pattern,
    PreventDamage,
    PutPwr,
    Replacement,
    Restrict,
    Standing,
)
from services.tcg.cards.walk import Scope

OF_PLAYERS: Final = ("would_draw", "would_discard")
ONLY_FOR: Final = {"step": "step_entered", "phase": "phase_entered"}


def standing(part: Part, path: str, scope: Scope) -> Iterator[Fault]:
    """Check what holds, waits or lasts."""
    match part:
        case Standing() if scope.section == "static" and "of" in part.__struct_fields__:
            if getattr(part, "of") is None:  # noqa: B009 not every static has it
                yield scope.fault(f"{path}.of", "a static names the cards it holds for", "TC-ETI-05")
        case Replacement():
            yield from _replacement(part, path, scope)
        case Pattern():
            yield from _pattern(part, path, scope)
        case Restrict() if getattr(part.static, "of", None) is not None:
            yield scope.fault(f"{path}.static.of", "the step already names the cards")
        case _:
            pass
    yield from _lasting(part, path, scope)


def _replacement(part: Replacement, path: str, scope: Scope) -> Iterator[Fault]:
    named, other = ("who", "of") if part.event in OF_PLAYERS else ("of", "who")
    if getattr(part, named) is None:
        yield scope.fault(f"{path}.{named}", f"{part.event} names {named}", "TC-ETI-05")
    if getattr(part, other) is not None:
        yield scope.fault(f"{path}.{other}", f"{part.event} has no {other}", "TC-ETI-05")
    if part.event == "would_be_negated" and part.do != "prevent":
        yield scope.fault(f"{path}.do", "negating is prevented or happens", "TC-READ-12")


def _pattern(part: Pattern, path: str, scope: Scope) -> Iterator[Fault]:
    for name, event in ONLY_FOR.items():
        if getattr(part, name) is not None and part.event != event:
            yield scope.fault(f"{path}.{name}", f"only {event} has a {name}", "TC-ETI-02")
    if part.event == "state" and part.when is None:
        yield scope.fault(f"{path}.when", "an effect that waits for a state says which", "TC-ETI-02")


def _lasting(part: Part, path: str, scope: Scope) -> Iterator[Fault]:
    """Rule: TC-RUL-078."""
    if isinstance(part, GainControl | PreventDamage) and part.lasts == "while":
        yield scope.fault(f"{path}.for", "it cannot last as long as a condition holds", "TC-RUL-078")
    if isinstance(part, ChangePwr | PutPwr | Grant | Restrict) and (part.lasts == "while") != bool(part.as_long_as):
        yield scope.fault(f"{path}.as_long_as", "`while` and only `while` says as long as what", "TC-RUL-078")
