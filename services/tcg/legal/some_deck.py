"""A deck that may be handed in, made of whatever cards a match is open to: an example for those who ask."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from services.tcg.rules.decks import COPIES, MAIN, SPIRIT_LIMITS, SPIRITS
from services.tcg.rules.terms import Pool, Printed
from services.tcg.words import DeckList


def some_deck(pool: Pool) -> DeckList:
    """Give the first deck of a card set: as many copies as may be of each card in turn."""
    cards = list(pool.printed.values())
    savior = next((card.id for card in cards if card.kind == "savior"), "none")
    main = _filled((card for card in cards if card.kind in {"form", "command"}), MAIN, {})
    spirits = _filled((card for card in cards if card.kind == "spirit"), SPIRITS, SPIRIT_LIMITS)
    return DeckList(savior=savior, main=main, spirits=spirits)


def _filled(cards: Iterable[Printed], size: int, limits: Mapping[str, tuple[int, str]]) -> dict[str, int]:
    """Fill a pile to its size; spirits without a limit of their own come as many as fit."""
    pile: dict[str, int] = {}
    names: Counter[str] = Counter()
    for card in cards:
        most = limits[card.name][0] if card.name in limits else (size if limits else COPIES)
        copies = min(most - names[card.name], size - sum(pile.values()))
        if copies > 0:
            pile[card.id] = copies
            names[card.name] += copies
    return pile
