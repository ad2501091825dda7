"""Costs: a list of them can be paid one after another, whatever is picked on the way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from services.tcg.cards.faults import Fault
from services.tcg.cards.language import (
    Cost,
    Effect,
    Flip,
    Part,
    PayDespiritualize,
    PayDiscard,
    PayGiveUpAttack,
    PayRemoveCounter,
    PayReturnFromDrop,
    PayReveal,
    PaySacrifice,
    PaySendSelf,
    PaySpiritFromDeck,
    PaySpiritFromHand,
    Selector,
)
from services.tcg.cards.walk import Scope

PLACES: Final[dict[type[Cost], str]] = {
    PayDiscard: "hand", PayReveal: "hand", PaySpiritFromHand: "spirits in hand", PaySpiritFromDeck: "spirit deck",
    PayReturnFromDrop: "drop zone", PayDespiritualize: "spirits underneath", PaySacrifice: "forms",
    PayGiveUpAttack: "attacks", PayRemoveCounter: "counters", PaySendSelf: "forms",
}  # fmt: skip
"""Where each cost takes from."""


def costs(part: Part, path: str, scope: Scope) -> Iterator[Fault]:
    """Check the costs of an effect or of a flip. Rule: TC-RUL-063."""
    if isinstance(part, Effect | Flip):
        yield from _greedy(part.cost, f"{path}.cost", scope)
        yield from _order(part.cost, f"{path}.cost", scope)


def narrow(cost: Cost) -> bool:
    """Tell whether not every card of its place will do."""
    of = getattr(cost, "of", None)
    filtered = isinstance(of, Selector) and (of.filter is not None or of.zone is not None)
    return filtered or getattr(cost, "filter", None) is not None or getattr(cost, "type", None) is not None


def _greedy(listed: Sequence[Cost], path: str, scope: Scope) -> Iterator[Fault]:
    """Say where a choice made for one cost could make another impossible to pay."""
    taken: defaultdict[str, list[Cost]] = defaultdict(list)
    for cost in listed:
        taken[PLACES[type(cost)]].append(cost)
    for place, several in taken.items():
        if len(several) > 1 and any(map(narrow, several)):
            yield scope.fault(
                path, f"two costs take from the same place ({place}), and not any card will do", "TC-RUL-063"
            )


def _order(listed: Sequence[Cost], path: str, scope: Scope) -> Iterator[Fault]:
    """Say where a card would be gone before the rest is paid with it."""
    for at, cost in enumerate(listed[:-1]):
        if isinstance(cost, PaySacrifice | PaySendSelf):
            yield scope.fault(f"{path}[{at}]", "what takes a card out of play is paid last", "TC-RUL-063")
