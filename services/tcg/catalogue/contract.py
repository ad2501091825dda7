"""The JSON schema of cards, and the request bodies that contain cards.

Request bodies refer to the schema of cards, because cards are deeply nested and recursive.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from services.tcg.catalogue.language.conditions import Name, Part
from services.tcg.catalogue.language.effects import Cards
from services.tcg.catalogue.sets import MOST_CARDS, SpiritSet
from services.tcg.catalogue.starter import SetName
from services.tcg.settings import MatchSettings
from services.tcg.words import DeckList
from shared.kernel.game import Opening

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def cards_schema() -> dict[str, Any]:
    """Return the JSON schema of a set of cards.

    The module `loading` checks the rules that no JSON schema can express.
    """
    drawn = msgspec.json.schema(Cards)
    drawn["$defs"]["Savior"]["properties"]["effects"]["maxItems"] = 0  # they are on its two sides (TC-SAV-10)
    about = "A set of cards for Boundless TCG: what a card is, and the conditions, costs and steps of its effects."
    return {**drawn, "$schema": DIALECT, "title": "Cards", "description": about}


MOST_FIELDS: Final = 32
WrittenCard = Annotated[
    dict[str, Any],
    Meta(
        max_length=MOST_FIELDS,
        description="a card: a Savior, a Form, a Command or a Spirit, as in answers that contain cards and in "
        "contracts/tcg/cards.schema.json; a faulty card is refused with 400",
    ),
]


class WrittenCards(Part, frozen=True, kw_only=True):
    """A set of cards as its author writes it: all cards that may be played in a match."""

    name: Name
    cards: Annotated[tuple[WrittenCard, ...], Meta(min_length=1, max_length=MOST_CARDS)]


class CardsBody(Part, frozen=True, kw_only=True):
    """Cards to check, and the spirits that a match would add to them."""

    cards: WrittenCards
    spirit_set: SpiritSet = "house"
    parts: Annotated[bool, Meta(description="whether to return the text of each part of the cards too")] = False


class DeckBody(Part, frozen=True, kw_only=True):
    """A deck to check, and the cards and spirits of the match in which it would be played.

    `cards` names a built-in set, or contains your own cards. By default it is the starter set.
    """

    deck: DeckList
    cards: WrittenCards | SetName | None = None
    spirit_set: SpiritSet = "house"


class OpenMatch(Opening, frozen=True, kw_only=True):
    """Create a match. The seats are in clockwise order. `cards` names a built-in set, or contains your own cards.

    Without `cards` the match uses the starter set.
    """

    settings: MatchSettings = MatchSettings()
    cards: WrittenCards | SetName | None = None
