"""Selectors, and what was stored: every card and player spoken of is one that can be there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from services.tcg.cards.faults import Fault
from services.tcg.cards.language import (
    Choose,
    ChoosePlayer,
    EventIs,
    Negate,
    Part,
    Pattern,
    Reckoned,
    Replacement,
    RollDie,
    Selector,
    Span,
    Spirit,
    SpiritToVoid,
    Standing,
    Var,
)
from services.tcg.cards.walk import Scope

UNPICKED: Final = (Standing, Pattern, Replacement, Negate, SpiritToVoid)
"""What is about all cards that fit, whatever they are."""
PICKED: Final = "TC-RUL-146"
HIDDEN: Final = frozenset({"hand", "main_deck", "spirit_deck"})


def zones_named(selector: Selector) -> frozenset[str]:
    """Give the zones a selector names itself."""
    return frozenset((selector.zone,) if isinstance(selector.zone, str) else selector.zone or ())


def selectors(part: Part, path: str, scope: Scope) -> Iterator[Fault]:
    """Check what a part speaks of."""
    match part:
        case Selector():
            yield from _shape(part, path, scope)
            yield from _reference(part, path, scope)
            yield from _hidden(part, path, scope)
        case Var() if not isinstance(scope.stored.get(part.var), ChoosePlayer):
            yield scope.fault(f"{path}.var", f"no step before this chose a player as {part.var}")
        case Reckoned() if part.var is not None and not isinstance(scope.stored.get(part.var), RollDie):
            yield scope.fault(f"{path}.var", f"no step before this rolled {part.var}")
        case Span() if part.min > part.max:
            yield scope.fault(path, "the least is more than the most")
        case EventIs() if not scope.event:
            yield scope.fault(path, "there is no event to ask about here", "TC-ETI-02", "TC-ETI-07")
        case _:
            pass


def _shape(part: Selector, path: str, scope: Scope) -> Iterator[Fault]:
    if sum(named is not None for named in (part.ref, part.var, part.zone)) != 1:
        yield scope.fault(path, "a selector has one of ref, var and zone")
    if (part.zone is None) != (part.who is None):
        yield scope.fault(path, "zone and who stand together")
    if part.zone is None and (part.filter, part.n, part.by) != (None, None, None):
        yield scope.fault(path, "only cards of a zone are filtered, counted and picked")
    if _counts_in_vain(part, scope):
        yield scope.fault(path, "nobody picks here: it is about every card that fits, so it has no n and no by", PICKED)
    if part.zone == ():
        yield scope.fault(f"{path}.zone", "no zone is named")


def _counts_in_vain(part: Selector, scope: Scope) -> bool:
    """Tell whether a selector says how many, or who picks, where nobody is asked."""
    if part.n in (None, "all") and part.by is None:
        return False
    within = scope.within
    return bool(scope.tests or scope.sums) or (within is not None and issubclass(within, UNPICKED))


def _reference(part: Selector, path: str, scope: Scope) -> Iterator[Fault]:
    if part.var is not None and not isinstance(scope.stored.get(part.var), Choose):
        yield scope.fault(f"{path}.var", f"no step before this chose cards as {part.var}")
    match part.ref:
        case "host" if not isinstance(scope.card, Spirit) or scope.granted:
            yield scope.fault(f"{path}.ref", "only a spirit lies under a host", "TC-FORM-14")
        case "each" if not scope.each:
            yield scope.fault(f"{path}.ref", "each stands inside a filter or a for_each")
        case str(ref) if ref.startswith("event.") and not scope.event:
            yield scope.fault(f"{path}.ref", "there is no event here", "TC-ETI-02", "TC-ETI-07")
        case "event.by":
            yield scope.fault(f"{path}.ref", "a player is no card; whose cards are meant is said by zone and who")
        case "event.link" if scope.within is not Negate:
            yield scope.fault(f"{path}.ref", "an effect is no card; only negate speaks of it", "TC-READ-12")
        case str(ref) if ref.startswith("chosen.") and not _chosen(ref, scope):
            yield scope.fault(f"{path}.ref", "the effect has no such target", "TC-RUL-064")
        case _:
            pass


def _chosen(ref: str, scope: Scope) -> bool:
    known = len(scope.effect.targets) if scope.effect is not None and scope.section == "do" else 0
    return int(ref.removeprefix("chosen.")) < known


def _hidden(part: Selector, path: str, scope: Scope) -> Iterator[Fault]:
    """Rule: TC-RUL-064, TC-RUL-087."""
    if not zones_named(part) & HIDDEN:
        return
    if scope.section == "targets" and not scope.each:
        yield scope.fault(f"{path}.zone", "targets are chosen in the open", "TC-RUL-064")
    if part.n not in (None, "all") and part.by is None:
        yield scope.fault(f"{path}.by", "who picks from a hidden zone is said", "TC-ZONE-13", "TC-RUL-039")
