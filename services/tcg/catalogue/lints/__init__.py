"""Checks of cards that their types cannot express. Each lint checks one type of part and yields its faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, TypeAlias, get_type_hints

from services.tcg.catalogue.faults import Fault
from services.tcg.catalogue.language.conditions import Part
from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.catalogue.lints import cards, effects, promises, selectors
from services.tcg.catalogue.walk import Scope, walk

Lint: TypeAlias = Callable[[Any, Scope], Iterator[Fault]]
FIRST: Final[tuple[Lint, ...]] = (*cards.LINTS, *effects.LINTS, *selectors.LINTS)
SECOND: Final[tuple[Lint, ...]] = (*FIRST, *effects.SINCE_FORM_2, *selectors.SINCE_FORM_2)
LINTS: Final[tuple[Lint, ...]] = (*SECOND, *promises.SINCE_FORM_3)


def faults_in(card: AnyCard, *, amended: bool = True, revised: bool = True) -> Iterator[Fault]:
    """Yield every fault of a card.

    `amended` also applies the lints of version 2 of the decision rules, and `revised` those of version 3.
    """
    for _, part, scope in walk(card):
        for lint in _lints(type(part), amended=amended, revised=revised):
            yield from lint(part, scope)


@cache
def _lints(kind: type[Part], *, amended: bool, revised: bool) -> tuple[Lint, ...]:
    """Return the lints whose first parameter accepts this type of part."""
    lints = FIRST
    if amended:
        lints = LINTS if revised else SECOND
    return tuple(lint for lint in lints if issubclass(kind, next(iter(get_type_hints(lint).values()))))
