"""What types cannot say of a card: each lint looks at one part of a card, where it stands, and names what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from services.tcg.cards.faults import Fault
from services.tcg.cards.language import AnyCard, Part
from services.tcg.cards.walk import Scope, walk

from .bounds import bounds
from .costs import costs
from .effects import effects
from .hidden import hidden
from .kinds import kinds
from .names import names
from .places import places
from .players import players
from .selectors import selectors
from .standing import standing
from .triggers import triggers

Lint: TypeAlias = Callable[[Part, str, Scope], Iterator[Fault]]

LINTS: Final[tuple[Lint, ...]] = (
    kinds, names, effects, standing, triggers, players, selectors, hidden, costs, places, bounds
)  # fmt: skip


def faults_in(card: AnyCard) -> Iterator[Fault]:
    """Name everything that is wrong with a card."""
    for path, part, scope in walk(card):
        for lint in LINTS:
            yield from lint(part, path, scope)
