"""What types cannot say of a card: each lint looks at one kind of part, where it stands, and names what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, TypeAlias, get_type_hints

from services.tcg.catalogue.faults import Fault
from services.tcg.catalogue.language.conditions import Part
from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.catalogue.lints import cards, effects, selectors
from services.tcg.catalogue.walk import Scope, walk

Lint: TypeAlias = Callable[[Any, Scope], Iterator[Fault]]
LINTS: Final[tuple[Lint, ...]] = (*cards.LINTS, *effects.LINTS, *selectors.LINTS)


def faults_in(card: AnyCard) -> Iterator[Fault]:
    """Return everything that is wrong with a card."""
    for _, part, scope in walk(card):
        for lint in _lints(type(part)):
            yield from lint(part, scope)


@cache
def _lints(kind: type[Part]) -> tuple[Lint, ...]:
    """Return the lints of a kind of part: those whose first parameter takes it."""
    return tuple(lint for lint in LINTS if issubclass(kind, next(iter(get_type_hints(lint).values()))))
