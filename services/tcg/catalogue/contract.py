"""The forms of cards that the contract promises: a schema for those who write them, and the bodies of requests.

A body names its cards by reference: their forms are deep, and name each other.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from services.tcg.catalogue.language.conditions import Name, Part
from services.tcg.catalogue.language.effects import Cards
from services.tcg.catalogue.sets import MOST_CARDS, SpiritSet
from services.tcg.settings import MatchSettings
from shared.kernel.game import Opening

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def cards_schema() -> dict[str, Any]:
    """Return the schema of a set of cards; what a schema cannot say, `loading` checks."""
    drawn = msgspec.json.schema(Cards)
    about = "A set of cards for Boundless TCG: what a card is, and the conditions, costs and steps of its effects."
    return {**drawn, "$schema": DIALECT, "title": "Cards", "description": about}


MOST_FIELDS: Final = 32
WrittenCard = Annotated[
    dict[str, Any],
    Meta(
        max_length=MOST_FIELDS,
        description="a card: a Savior, a Form, a Command or a Spirit, as in the answers that give cards, and in "
        "contracts/tcg/cards.schema.json; what is wrong with one is told with 400",
    ),
]


class WrittenCards(Part, frozen=True, kw_only=True):
    """A set of cards as it is written: all that may be played in a match."""

    name: Name
    cards: Annotated[tuple[WrittenCard, ...], Meta(min_length=1, max_length=MOST_CARDS)]


class CardsBody(Part, frozen=True, kw_only=True):
    """Cards to look over, and the spirits a match would add to them."""

    cards: WrittenCards
    spirit_set: SpiritSet = "house"


class OpenMatch(Opening, frozen=True, kw_only=True):
    """Open a match; the seats in their order clockwise. Without `cards` the starter set is played."""

    settings: MatchSettings = MatchSettings()
    cards: WrittenCards | None = None
