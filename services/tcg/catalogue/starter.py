"""The starter set: cards of our own invention, and two decks to play them with, as every release of it has them.

Rule: TC-RUL-104 (only original cards are shipped)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec import Struct

from services.tcg.catalogue.language.effects import Cards
from services.tcg.catalogue.sets import CardSet, SpiritSet, compose
from services.tcg.words import DeckList
from shared.kernel.catalogue import Catalogue, Tables


class Starter(Struct, frozen=True, kw_only=True):
    """A release of the starter set: two saviors, the cards of both decks, the house's spirits, the decks."""

    cards: Cards
    house: Cards
    decks: dict[str, DeckList]


def _read(tables: Tables) -> Starter:
    cards = [card for file in ("saviors", "lantern", "tide") for card in tables[file]["cards"]]
    return msgspec.convert(
        {"cards": {"name": "First Light", "cards": cards}, "house": tables["house"], "decks": tables["decks"]}, Starter
    )


SETS: Final = Catalogue(Path(__file__).parent, _read)
"""Every release of the starter set. A match has the one that it was opened with."""
STARTER: Final = SETS.today.cards
"""Two saviors, and the forms and commands of both decks; the spirits are the house's."""
DECKS: Final[Mapping[str, DeckList]] = MappingProxyType(SETS.today.decks)
"""Decks ready to play, by name."""


@lru_cache
def starter_set(spirits: SpiritSet, name: str = SETS.name) -> CardSet:
    """Return a starter set with the spirits asked for: today's, unless another is named."""
    found = SETS.named(name)
    return compose(found.cards, spirits, found.house)
