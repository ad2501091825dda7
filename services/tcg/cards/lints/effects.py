"""What an effect of each timing may have, and where it may be printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from services.tcg.cards.faults import Fault
from services.tcg.cards.language import Command, Effect, Form, Part, PhaseIs, Savior, StepIs
from services.tcg.cards.walk import Scope

VOLUNTARY: Final = ("interrupt", "swift", "none")
MAIN_TIMING: Final = {"normal": "none", "bound": "none", "interrupt": "interrupt", "swift": "swift"}


def effects(part: Part, path: str, scope: Scope) -> Iterator[Fault]:
    """Check an effect as a whole, and where its conditions name a step."""
    if isinstance(part, Effect):
        yield from _voluntary(part, path, scope)
        yield from _independent(part, path, scope)
        yield from _swift(part, path, scope)
        yield from _main(part, path, scope)
        yield from (_continuous if part.eti == "cont" else _resolving)(part, path, scope)
    elif isinstance(part, StepIs | PhaseIs) and _sets_timing(scope) and scope.negated:
        yield scope.fault(path, "the timing of an unmarked effect cannot be read off a negation", "TC-RUL-069")


def _sets_timing(scope: Scope) -> bool:
    return scope.section == "when" and scope.effect is not None and scope.effect.eti == "none"


def _voluntary(effect: Effect, path: str, scope: Scope) -> Iterator[Fault]:
    """Rule: TC-RUL-070."""
    if effect.eti in VOLUNTARY and not (effect.main or effect.cost or effect.limit):
        reason = "an effect that is used at will has a cost or a limit"
        yield scope.fault(path, reason, "TC-READ-09", "TC-READ-10", "TC-RUL-070")


def _independent(effect: Effect, path: str, scope: Scope) -> Iterator[Fault]:
    """Rule: TC-ETI-10, TC-ETI-12, TC-RUL-074."""
    if effect.independent and (scope.granted or not isinstance(scope.card, Form)):
        yield scope.fault(f"{path}.independent", "[INDEPENDENT] stands on forms only", "TC-ETI-10")
    if effect.independent and effect.eti not in VOLUNTARY:
        yield scope.fault(f"{path}.independent", "[AUTO] and CONT: need no spirit", "TC-ETI-03", "TC-ETI-06")
    if set(effect.zones) == {"play"}:
        return
    if scope.granted:
        yield scope.fault(f"{path}.zones", "a granted effect works in play", "TC-RUL-116")
    elif effect.eti in VOLUNTARY and not effect.independent:
        yield scope.fault(f"{path}.zones", "only [INDEPENDENT] is used from the hand or the drop zone", "TC-ETI-12")


def _swift(effect: Effect, path: str, scope: Scope) -> Iterator[Fault]:
    """Rule: TC-ETI-09, TC-RUL-075."""
    card = scope.card
    if effect.eti != "swift" or scope.granted or isinstance(card, Form | Savior):
        return
    if not isinstance(card, Command) or not (card.type == "bound" or (card.type == "swift" and effect.main)):
        reason = "[SWIFT] stands on forms, saviors, bound commands, and as the main effect of swift commands"
        yield scope.fault(f"{path}.eti", reason, "TC-ETI-09", "TC-RUL-075")


def _main(effect: Effect, path: str, scope: Scope) -> Iterator[Fault]:
    """Rule: TC-CMD-08, TC-RUL-132."""
    card = scope.card
    if not isinstance(card, Command) or scope.granted:
        if effect.main:
            yield scope.fault(f"{path}.main", "only a command has a main effect", "TC-CMD-08")
        return
    if effect.main and effect.eti != MAIN_TIMING[card.type]:
        reason = f"the main effect of a {card.type} command is marked {MAIN_TIMING[card.type]}"
        yield scope.fault(f"{path}.eti", reason, "TC-CMD-08", "TC-RUL-132")
    if effect.main and effect.zones != ("play",):
        yield scope.fault(f"{path}.zones", "where a command is used from is said by its type", "TC-CMD-08")
    if not effect.main and card.type != "bound" and effect.eti in VOLUNTARY:
        yield scope.fault(path, f"a {card.type} command does not stay to be used", "TC-CMD-26", "TC-CMD-32")


def _continuous(effect: Effect, path: str, scope: Scope) -> Iterator[Fault]:
    """Rule: TC-ETI-05."""
    if not effect.static and effect.replace is None:
        yield scope.fault(path, "CONT: has a static or a replacement", "TC-ETI-05")
    for name in ("on", "targets", "cost", "do"):
        if getattr(effect, name):
            yield scope.fault(f"{path}.{name}", f"CONT: is always on: it has no {name}", "TC-ETI-05")
    if effect.limit is not None and effect.replace is None:
        yield scope.fault(f"{path}.limit", "CONT: is limited only where it replaces something", "TC-ETI-05")


def _resolving(effect: Effect, path: str, scope: Scope) -> Iterator[Fault]:
    """Rule: TC-ETI-02, TC-READ-08."""
    if effect.static or effect.replace is not None:
        yield scope.fault(path, "only CONT: has a static or a replacement", "TC-ETI-05")
    if not effect.do:
        yield scope.fault(f"{path}.do", "the effect does nothing", "TC-READ-08")
    if effect.eti == "auto" and effect.on is None:
        yield scope.fault(f"{path}.on", "[AUTO] says what it waits for", "TC-ETI-02")
    if effect.eti in ("none", "swift") and effect.on is not None:
        yield scope.fault(f"{path}.on", "only [AUTO] and [INTERRUPT] answer an event", "TC-ETI-02", "TC-ETI-07")
