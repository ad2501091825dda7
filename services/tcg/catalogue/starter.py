"""The starter set in every release: original cards and two decks.

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
    """A release of the starter set: two saviors, the cards of both decks, the house spirits, and the decks."""

    cards: Cards
    house: Cards
    decks: dict[str, DeckList]


def _read_tables(tables: Tables) -> Starter:
    cards = [card for file in ("saviors", "lantern", "tide") for card in tables[file]["cards"]]
    return msgspec.convert(
        {"cards": {"name": "First Light", "cards": cards}, "house": tables["house"], "decks": tables["decks"]}, Starter
    )


SETS: Final = Catalogue(Path(__file__).parent, _read_tables)
"""Every release of the starter set. A match uses the one with which it was opened."""
STARTER: Final = SETS.today.cards
"""Two saviors, and the forms and commands of both decks, without the house spirits."""
DECKS: Final[Mapping[str, DeckList]] = MappingProxyType(SETS.today.decks)
"""Ready decks, by name."""


@lru_cache
def starter_set(spirits: SpiritSet, name: str = SETS.name) -> CardSet:
    """Return a release of the starter set with the chosen spirits; by default today's release."""
    found = SETS.named(name)
    return compose(found.cards, spirits, found.house)
