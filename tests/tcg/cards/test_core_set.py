"""The core set of cards.

Each of its four decks has a strategy of its own. Together with the starter set they use the whole card
language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, get_args

import pytest

from services.tcg.catalogue.language.conditions import Condition, Part
from services.tcg.catalogue.language.costs import Cost
from services.tcg.catalogue.language.effects import (
    Command,
    EventName,
    Form,
    Pattern,
    Replacement,
    Savior,
    Spirit,
    Would,
)
from services.tcg.catalogue.language.operations import AnyContinuousEffect
from services.tcg.catalogue.loading import load, notes
from services.tcg.catalogue.sets import HOUSE
from services.tcg.catalogue.starter import (
    CORE,
    CORE_DECKS,
    SETS,
    STARTER,
    STARTER_DECKS,
    our_set,
    set_with,
)
from services.tcg.catalogue.text.face import text_of
from services.tcg.catalogue.walk import walk
from services.tcg.chapters.decks import faults
from services.tcg.chapters.operations import STEPS
from services.tcg.chapters.pool import pool_of_text
from services.tcg.words import CommandType, DeckList, name_key
from shared.kernel.catalogue import CatalogueUnknown
from shared.kernel.messages import canonical

DECK = pytest.mark.parametrize("deck", CORE_DECKS.values(), ids=list(CORE_DECKS))
PARTS: Final[tuple[Part, ...]] = tuple(
    part for cards in (STARTER, HOUSE, CORE) for card in cards.cards for _, part, _ in walk(card)
)
"""Every part of every card in the built-in sets."""
WORDS: Final = {
    "step": STEPS,
    "static": get_args(AnyContinuousEffect),
    "cost": get_args(Cost),
    "condition": get_args(Condition),
}
"""The Python types of the card language's steps, costs and other parts, grouped by kind."""


def words() -> Iterator[str]:
    """Yield every word of the card language, each with its kind, such as `step draw`."""
    for kind, types in WORDS.items():
        yield from (f"{kind} {one.__struct_config__.tag}" for one in types)
    yield from (f"trigger {name}" for name in get_args(EventName))
    yield from (f"replacement {name}" for name in get_args(Would))


def words_on_cards() -> set[str]:
    """Return the words that occur on at least one built-in card."""
    kinds = {type(part) for part in PARTS}
    found = {
        f"{kind} {one.__struct_config__.tag}" for kind, types in WORDS.items() for one in types if one in kinds
    }  # fmt: skip
    found |= {f"trigger {part.event}" for part in PARTS if isinstance(part, Pattern)}
    return found | {f"replacement {part.event}" for part in PARTS if isinstance(part, Replacement)}


PRINTED: Final = words_on_cards()


@pytest.mark.parametrize("word", [*words()])
def test_every_word_of_the_card_language_is_on_a_card(word: str) -> None:
    """At least one built-in card uses each step, static, cost, condition, trigger and replacement."""
    assert word in PRINTED, f"print a card with {word} in a set of ours, and put it in a deck"


def test_the_core_set_loads() -> None:
    """The cards of the core set have no faults and no notes."""
    assert CORE == load(canonical(CORE))
    assert () == notes(CORE)


def test_the_core_set_has_cards_of_every_kind() -> None:
    """The core set has at least 4 saviors, 40 forms of all levels, 30 commands of all types, and 10 spirits."""
    kinds = Counter(type(card) for card in CORE.cards)
    assert (4, 40, 10) == (kinds[Savior], kinds[Form], kinds[Spirit])
    assert 30 <= kinds[Command]
    assert {0, 1, 2, 3} == {card.level for card in CORE.cards if isinstance(card, Form)}
    assert set(get_args(CommandType)) == {card.type for card in CORE.cards if isinstance(card, Command)}


def test_no_card_of_the_core_set_is_like_another_of_ours() -> None:
    """No two cards of the built-in sets share an id, a name or a printed text."""
    cards = (*STARTER.cards, *HOUSE.cards, *CORE.cards)
    assert len(cards) == len({card.id for card in cards}) == len({name_key(card.name) for card in cards})
    texts = [text_of(card) for card in cards]
    assert [] == [text.name for text in texts if not text.lines]
    assert len(cards) == len({text.lines for text in texts})


@pytest.mark.rule("TC-RUL-105")
def test_pwr_of_the_core_set_grows_with_levels() -> None:
    """The PWR of a core form grows with its level: 1 to 4 at level 0, then 3 to 5, 5 to 6 and 7 to 9.

    Flipped saviors have a PWR of 5 to 7.
    """
    bounds = {0: range(1, 5), 1: range(3, 6), 2: range(5, 7), 3: range(7, 10)}
    for card in CORE.cards:
        if isinstance(card, Form):
            assert card.pwr in bounds[card.level], card.id
        if isinstance(card, Savior):
            assert card.boundless.pwr in range(5, 8), card.id


@DECK
def test_a_core_deck_is_legal(deck: DeckList) -> None:
    """Each core deck obeys the rules of deck building, with the built-in spirits and the core set's own."""
    assert () == faults(pool_of_text(our_set("house", cards="core").text), deck)


def test_every_card_of_the_core_set_is_in_a_deck() -> None:
    """Each card of the core set is in a deck, and each deck has its own savior."""
    held = {card for deck in CORE_DECKS.values() for card in (deck.savior, *deck.main, *deck.spirits)}
    assert {card.id for card in CORE.cards} == held - {card.id for card in HOUSE.cards}
    assert 4 == len({deck.savior for deck in CORE_DECKS.values()})


def test_each_core_deck_has_a_strategy_and_a_description() -> None:
    """Each of the four core decks has its own strategy and a description of a sentence or two."""
    about = SETS.today.sets["core"].about
    assert {"fast", "tempo", "control", "combination"} == {one.plan for one in about.values()}
    assert all(20 <= len(one.about) <= 140 and one.about.endswith(".") for one in about.values())
    assert {"core"} == {one.cards for one in about.values()}


def test_decks_select_their_set() -> None:
    """Decks from a single set select that set.

    Decks from different sets select the starter set, so one deck is illegal.
    """
    kiln, lantern = CORE_DECKS["kiln"], STARTER_DECKS["lantern"]
    assert ("core", "starter", "starter") == (
        set_with([kiln, kiln]), set_with([lantern]), set_with([kiln, lantern]),
    )  # fmt: skip


def test_a_release_before_the_core_set_has_none() -> None:
    """The catalogue's first release contains the present starter set and no core set."""
    assert our_set("house", "") == our_set("house")
    with pytest.raises(CatalogueUnknown):
        our_set("house", "", cards="core")
