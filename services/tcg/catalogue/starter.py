"""The starter set: cards of our own invention, and two decks to play them with, loaded once.

Rule: TC-RUL-104 (only original cards are shipped)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec

from services.tcg.catalogue.loading import load
from services.tcg.catalogue.sets import CardSet, SpiritSet, compose
from services.tcg.words import DeckList

HERE: Final = Path(__file__).parent


def _cards(file: str) -> list[Any]:
    found: list[Any] = msgspec.toml.decode(HERE.joinpath(file).read_bytes())["cards"]
    return found


STARTER: Final = load({
    "name": "First Light", "cards": [*_cards("saviors.toml"), *_cards("lantern.toml"), *_cards("tide.toml")]
})  # fmt: skip
"""Two saviors, and the forms and commands of both decks; the spirits are the house's."""

DECKS: Final[Mapping[str, DeckList]] = MappingProxyType(
    msgspec.toml.decode(HERE.joinpath("decks.toml").read_bytes(), type=dict[str, DeckList])
)
"""Decks ready to play, by name."""


@lru_cache
def starter_set(spirits: SpiritSet) -> CardSet:
    """Return the starter set with the spirits asked for: most matches are played with it."""
    return compose(STARTER, spirits)
