"""Card sets, identified by a hash of their content. A match names its set by hash, so its cards never change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from services.tcg.catalogue.faults import BadCards, Fault
from services.tcg.catalogue.language.effects import AnyCard, Cards, Command, Form, Savior, Spirit
from services.tcg.chapters import operations as _steps  # noqa: F401 this import declares the steps that cards may have
from services.tcg.words import Kind, name_key
from shared.kernel.messages import canonical

SpiritSet: TypeAlias = Literal["house", "blank", "custom"]
"""The spirits that a match uses: the built-in spirits, blank ones (without abilities), or those of the card set itself.

Source:  TC-RUL-012
"""

HOUSE: Final = msgspec.toml.decode(Path(__file__).with_name("house.toml").read_bytes(), type=Cards)
MOST_CARDS: Final = 600
PERFECT: Final = "Perfect Spirit"
"""The name of the spirit that allows no other spirit under the same form, in every set. Rule: TC-FORM-18."""
KINDS: Final[Mapping[type[AnyCard], Kind]] = {Savior: "savior", Form: "form", Command: "command", Spirit: "spirit"}


def kind_of(card: AnyCard) -> Kind:
    """Return the kind of a card. Rule: TC-CARD-12."""
    return KINDS[type(card)]


class CardSet:
    """The cards of a match: the set's canonical text, its hash, and the cards by id.

    Two sets are equal if their texts are equal.
    """

    __slots__ = ("cards", "hash", "name", "text")

    def __init__(self, text: str) -> None:
        written = msgspec.json.decode(text, type=Cards)
        self.text: Final = text
        self.hash: Final = sha256(text.encode()).hexdigest()
        self.name: Final = written.name
        self.cards: Final[Mapping[str, AnyCard]] = MappingProxyType({card.id: card for card in written.cards})

    def kind_of(self, card: str) -> Kind:
        """Return the kind of the card with this id.

        Refuses: KeyError if the set has no such card
        """
        return kind_of(self.cards[card])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.hash)

    def __repr__(self) -> str:
        return f"CardSet({self.name!r}, {len(self.cards)} cards, {self.hash[:12]})"


@lru_cache(maxsize=32)
def card_set(text: str) -> CardSet:
    """Parse a card set from its canonical text. `compose` has already checked this text, so it is not checked again."""
    return CardSet(text)


def compose(cards: Cards, spirits: SpiritSet, house: Cards = HOUSE) -> CardSet:
    """Combine these cards with the chosen spirits. `house` is the release of the built-in spirits.

    Rule:    TC-RUL-012
    Refuses: BadCards if a card has the id or number of a built-in spirit, or there are too many cards
    """
    added = house_spirits(spirits, house)
    if faults := (*_clashes(cards, added), *_too_many(cards, added)):
        raise BadCards(faults)
    return card_set(canonical(replace(cards, cards=(*cards.cards, *added))).decode())


def house_spirits(spirits: SpiritSet, cards: Cards = HOUSE) -> tuple[Spirit, ...]:
    """Return the five built-in spirits. If `spirits` is `custom`, return no spirits, because the card set has its own.

    Blank spirits have no abilities, but a Perfect Spirit stays exclusive (TC-FORM-18).
    """
    if spirits not in get_args(SpiritSet):
        raise ValueError(f"no such spirits: {spirits}; there are {', '.join(get_args(SpiritSet))}")
    if spirits == "custom":
        return ()
    house = (card for card in cards.cards if isinstance(card, Spirit))
    return tuple(replace(card, effects=()) if spirits == "blank" else card for card in house)


def closes(card: Spirit, compared: Callable[[str], str] = name_key) -> bool:
    """Return whether a spirit allows no other under the same card, by its own data or by its name (Perfect Spirit).

    Rule:    TC-FORM-18, TC-RUL-140, TC-RUL-152
    """
    return card.exclusive or compared(card.name) == compared(PERFECT)


def _clashes(cards: Cards, added: tuple[Spirit, ...]) -> Iterator[Fault]:
    ids = {card.id for card in added}
    marks = {(card.set_id, card.number) for card in added}
    reason = "a house spirit has this id or number: give the card another one"
    for index, card in enumerate(cards.cards):
        if card.id in ids or (card.set_id, card.number) in marks:
            yield Fault(card=card.id, field=f"cards[{index}]", reason=reason, rules=("TC-CARD-05",))


def _too_many(cards: Cards, added: tuple[Spirit, ...]) -> Iterator[Fault]:
    if (count := len(cards.cards) + len(added)) > MOST_CARDS:
        reason = f"more than {MOST_CARDS} cards with the spirits: remove {count - MOST_CARDS}"
        yield Fault(card=cards.name, field="cards", reason=reason)
