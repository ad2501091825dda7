"""Checks of cards that their types cannot express. Each lint checks one type of part and yields its faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, TypeAlias, get_type_hints

from services.tcg.catalogue.faults import Fault
from services.tcg.catalogue.language.conditions import Part
from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.catalogue.lints import cards, effects, gone, never, promises, selectors, sides, states, unmet, vain
from services.tcg.catalogue.walk import Scope, walk
from services.tcg.forms import NEWEST

Lint: TypeAlias = Callable[[Any, Scope], Iterator[Fault]]
FIRST: Final[tuple[Lint, ...]] = (*cards.LINTS, *effects.LINTS, *selectors.LINTS)
SECOND: Final[tuple[Lint, ...]] = (*FIRST, *effects.SINCE_FORM_2, *selectors.SINCE_FORM_2)
THIRD: Final[tuple[Lint, ...]] = (
    *SECOND, *cards.SINCE_FORM_3, *promises.SINCE_FORM_3, *vain.SINCE_FORM_3, *never.SINCE_FORM_3, *unmet.SINCE_FORM_3,
    *selectors.SINCE_FORM_3, *states.SINCE_FORM_3, *gone.SINCE_FORM_3, *sides.SINCE_FORM_3
)  # fmt: skip
LINTS: Final = (FIRST, FIRST, SECOND, THIRD)
"""The lints that apply to matches of each form (the version of the decision rules; see `services.tcg.forms`)."""


def faults_in(card: AnyCard, *, form: int = NEWEST) -> Iterator[Fault]:
    """Yield every fault of a card in matches of this form."""
    for _, part, scope in walk(card):
        for lint in _lints(type(part), form):
            yield from lint(part, scope)


@cache
def _lints(kind: type[Part], form: int) -> tuple[Lint, ...]:
    """Return the lints that apply to matches of this form, and whose first parameter accepts this type of part."""
    return tuple(lint for lint in LINTS[form] if issubclass(kind, next(iter(get_type_hints(lint).values()))))
