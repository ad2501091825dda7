"""Checks of cards and decks without a match. They find the same faults as a match does, each as a JSON object."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Raw, Struct

from services.tcg.catalogue.faults import BadCards, Fault
from services.tcg.catalogue.language.effects import Cards
from services.tcg.catalogue.loading import load, notes
from services.tcg.catalogue.sets import CardSet, SpiritSet, compose
from services.tcg.catalogue.starter import SET_NAMES, our_set
from services.tcg.catalogue.text.effects import words_of_parts
from services.tcg.catalogue.text.face import CardText, text_of
from services.tcg.chapters.decks import DeckIllegal, faults
from services.tcg.chapters.opening import CardsBad, CardSetUnknown
from services.tcg.chapters.pool import pool_of_text
from services.tcg.words import DeckList
from shared.platform.http.answers import encode
from shared.platform.http.problems import problem_of

RULES: Final = "/tcg/v1/rules"


class RawCardsBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A `CardsBody` whose cards are not decoded yet.

    The card loader reports every fault in the cards, whereas a decoder would report only the first one.
    """

    cards: Raw
    spirit_set: SpiritSet = "house"
    parts: bool = False


class RawDeckBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A `DeckBody` whose cards are not decoded yet."""

    deck: DeckList
    cards: Raw = Raw(b"null")
    spirit_set: SpiritSet = "house"


class Checked(Struct, frozen=True, kw_only=True):
    """The response for cards without faults: the set's hash, the texts of its cards, and notes on unusual cards.

    If the request sets `parts`, the response also has the words of each step, condition, cost and target, by JSON path.
    """

    hash: str
    texts: dict[str, CardText]
    notes: tuple[Fault, ...]
    parts: dict[str, dict[str, str]] = {}


class DeckChecked(Struct, frozen=True, kw_only=True):
    """The response for a deck without faults: the name and hash of its card set, and the sizes of its two decks."""

    cards: str
    hash: str
    main: int
    spirits: int


CARDS_BODY: Final = msgspec.json.Decoder(RawCardsBody)
DECK_BODY: Final = msgspec.json.Decoder(RawDeckBody)


def check_cards_in_pool(body: bytes) -> bytes:
    """Check a set of cards in a process of the process pool. Refuses: 409 with every fault."""
    return check_cards(CARDS_BODY.decode(body))


def check_cards(body: RawCardsBody) -> bytes:
    """Check a set of cards. Refuses: 409 with every fault. Rule: TC-CARD-01 to TC-CARD-12, TC-READ-06."""
    written, found = _compose_set(body.cards, body.spirit_set)
    texts = {one.id: text_of(one) for one in found.cards.values()}
    parts = {one.id: words_of_parts(one) for one in written.cards} if body.parts else {}
    return encode(Checked(hash=found.hash, texts=texts, notes=notes(written), parts=parts))


def _compose_set(cards: Raw, spirit_set: SpiritSet) -> tuple[Cards, CardSet]:
    """Return two results: the caller's cards, and the match's card set, which combines them with the chosen spirits.

    Refuses: 409 with every fault
    """
    try:
        written = load(bytes(cards))
        return written, compose(written, spirit_set)
    except BadCards as error:
        raise problem_of(
            CardsBad(needs="a card set without faults", field="cards"), error.faults, rules=RULES
        ) from error


def check_deck_in_pool(body: bytes) -> bytes:
    """Check a deck of the caller's own cards in a process of the process pool. Refuses: 409 with every fault."""
    return check_deck(DECK_BODY.decode(body))


def check_deck(body: RawDeckBody) -> bytes:
    """Check a deck.

    Refuses: 409 for cards with faults, an unknown card set, or a deck with faults
    Rule:    TC-DECK-01
    """
    found = _set_for_deck(body)
    if wrong := faults(pool_of_text(found.text), body.deck):
        raise problem_of(DeckIllegal(needs="a legal deck", field="deck"), wrong, rules=RULES)
    sizes = {"main": sum(body.deck.main.values()), "spirits": sum(body.deck.spirits.values())}
    return encode(DeckChecked(cards=found.name, hash=found.hash, **sizes))


def _set_for_deck(body: RawDeckBody) -> CardSet:
    """Return the card set that a match with these cards would have.

    Refuses: 409 for cards with faults, or an unknown card set
    """
    text = bytes(body.cards).lstrip()
    if text.startswith(b"{"):
        return _compose_set(body.cards, body.spirit_set)[1]
    name = "starter" if text == b"null" else msgspec.json.decode(text)
    if name not in SET_NAMES:
        raise problem_of(CardSetUnknown(needs=SET_NAMES, has=str(name), field="cards"), rules=RULES)
    return our_set(body.spirit_set, cards=name)
