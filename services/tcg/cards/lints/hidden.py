"""Hidden cards: nothing that all may see, and nothing another player may do, hangs on what they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from services.tcg.cards.faults import Fault
from services.tcg.cards.language import Is, Part, Pattern, Pwr, Reckoned, Replacement, Selector, Standing
from services.tcg.cards.walk import Scope

from .selectors import HIDDEN, zones_named

OTHERS: Final = "what another player holds hidden is not looked at; its cards may be counted without a filter"
SHOWN: Final = "what holds in the open does not hang on hidden cards; they may be counted without a filter"
PICKED: Final = "who picks from another player's hidden cards does not look at them: there is no filter"
RULES: Final = ("TC-RUL-085", "TC-ZONE-12")


LOOKING: Final[dict[type[Part], tuple[str, ...]]] = {Is: ("of",), Pwr: ("of",), Reckoned: ("pwr", "level")}
"""The parts that look at what a card is."""
SORTING: Final[dict[type[Part], tuple[str, ...]]] = {
    Pattern: ("card", "target", "spirit"), Replacement: ("of",), Standing: ("of",)
}  # fmt: skip
"""The parts that say for which cards they are."""


def hidden(part: Part, path: str, scope: Scope) -> Iterator[Fault]:
    """Check what looks at cards that lie hidden: whether it is offered, or holds, would tell what they are.

    Rule: TC-RUL-085, TC-ZONE-12, TC-TAB-19
    """
    if isinstance(part, Selector) and part.filter is not None and (scope.tests or scope.sums):
        yield from _looks(part, path, scope)
    elif isinstance(part, Selector) and _is_sorted_by_another(part):
        yield scope.fault(path, PICKED, *RULES)
    for name, of in _selectors(part, LOOKING):
        if of.filter is None:
            yield from _looks(of, f"{path}.{name}", scope)
    for name, of in _selectors(part, SORTING):
        if of.filter is not None and of.who != "you" and zones_named(of) & HIDDEN:
            yield scope.fault(f"{path}.{name}", OTHERS, *RULES)


def _is_sorted_by_another(of: Selector) -> bool:
    """Tell whether somebody else picks among the hidden cards that pass a filter: the options would tell which do."""
    if of.filter is None or of.n in (None, "all") or not zones_named(of) & HIDDEN:
        return False
    return (of.by, of.who) == ("opponent", "you") or (of.by == "you" and of.who != "you")


def _selectors(part: Part, named: dict[type[Part], tuple[str, ...]]) -> Iterator[tuple[str, Selector]]:
    for kind, fields in named.items():
        if isinstance(part, kind):
            yield from ((name, of) for name in fields if isinstance(of := getattr(part, name, None), Selector))


def _looks(of: Selector, path: str, scope: Scope) -> Iterator[Fault]:
    if not zones_named(of) & HIDDEN:
        return
    if of.who != "you":
        yield scope.fault(path, OTHERS, *RULES)
    elif _in_the_open(scope):
        yield scope.fault(path, SHOWN, *RULES)


def _in_the_open(scope: Scope) -> bool:
    """Tell whether this is of an effect that holds by itself, for all to see."""
    return scope.effect is not None and scope.effect.eti == "cont" and scope.section in ("when", "static")
