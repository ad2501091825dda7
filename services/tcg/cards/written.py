"""A set of cards as the contract tells it: their forms are deep and name each other, so each has them by reference."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta

from services.tcg.settings import MatchSettings
from shared.kernel.game import Opening

from .language import Name, Part
from .sets import MOST_CARDS, SpiritSet

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
