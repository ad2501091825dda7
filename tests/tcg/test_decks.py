"""Checks of decks.

A check reports every violation at once, each with its rule.
"""

from collections.abc import Iterable
from typing import Final

import msgspec
import pytest
from msgspec.structs import replace

from services.tcg.catalogue.language.effects import AnyCard, Form
from services.tcg.catalogue.sets import compose
from services.tcg.catalogue.starter import STARTER, STARTER_DECKS
from services.tcg.chapters.decks import faults
from services.tcg.chapters.pool import pool_of_text
from services.tcg.words import DeckList

LANTERN: Final = STARTER_DECKS["lantern"]
TWIN: Final = "gate-whelp-again"
"""A card of another set that has the same name as a starter card."""


def cards() -> Iterable[AnyCard]:
    """Return the starter cards, and another set's card with the name of one of them."""
    for card in STARTER.cards:
        yield card
        if card.id == "gate-whelp":
            yield replace(card, id=TWIN, set_id="LATER", number="777", rarity="mythic")


POOL: Final = pool_of_text(compose(replace(STARTER, cards=tuple(cards())), "house").text)


def rules(deck: DeckList) -> list[str]:
    """Return the rules that a deck breaks, in the order in which the check reports them."""
    return [fault.rule for fault in faults(POOL, deck)]


def main(**cards: int) -> DeckList:
    """Return a starter deck with the given number of copies of each named card."""
    changed = {**LANTERN.main, **{card.replace("_", "-"): count for card, count in cards.items()}}
    return replace(LANTERN, main={card: count for card, count in changed.items() if count})


def spirits(**counts: int) -> DeckList:
    """Return a deck with exactly these built-in spirits."""
    return replace(LANTERN, spirits={f"house-{kind}": count for kind, count in counts.items() if count})


@pytest.mark.rule("TC-DECK-01", "TC-DECK-05", "TC-DECK-09")
@pytest.mark.parametrize("deck", STARTER_DECKS.values(), ids=STARTER_DECKS)
def test_ready_decks_are_legal(deck: DeckList) -> None:
    """Each ready-made deck is legal: 30 cards in the main deck, 15 spirits and a savior."""
    assert [] == rules(deck)
    assert 46 == sum(deck.main.values()) + sum(deck.spirits.values()) + 1


@pytest.mark.rule("TC-DECK-01")
@pytest.mark.parametrize(("moths", "broken"), [(1, ["TC-DECK-01"]), (2, []), (3, ["TC-DECK-01"])])
def test_main_deck_has_exactly_30_cards(moths: int, broken: list[str]) -> None:
    """A main deck of 29 or 31 cards is illegal."""
    assert broken == rules(main(spark_moth=moths))


@pytest.mark.rule("TC-DECK-02", "TC-DECK-09", "TC-ZONE-04")
@pytest.mark.parametrize("card", ["house-boost", "lantern-marshal"])
def test_main_deck_holds_forms_and_commands_only(card: str) -> None:
    """Spirits and saviors are illegal in the main deck."""
    assert ["TC-DECK-02"] == rules(replace(main(spark_moth=1), main={**main(spark_moth=1).main, card: 1}))


@pytest.mark.rule("TC-DECK-03")
def test_at_most_4_copies_of_a_card() -> None:
    """Four copies of a card are legal, and a fifth is not."""
    assert [] == rules(main(gate_whelp=4, spark_moth=1))
    assert ["TC-DECK-03"] == rules(main(gate_whelp=5, spark_moth=0))


@pytest.mark.rule("TC-DECK-03", "TC-RUL-097", "TC-GEN-07")
def test_copies_are_counted_by_name() -> None:
    """Cards with the same name count as copies of one card, even if their set, number or rarity differs."""
    assert [] == rules(main(gate_whelp=3, gate_whelp_again=1, spark_moth=1))
    assert ["TC-DECK-03"] == rules(main(gate_whelp=3, gate_whelp_again=2, spark_moth=0))


@pytest.mark.rule("TC-DECK-04", "TC-DECK-18")
def test_deck_of_forms_alone_is_legal() -> None:
    """A main deck of forms only is legal; the booklet merely advises an even mix with commands."""
    forms = [card.id for card in STARTER.cards if isinstance(card, Form)][:8]
    brought = dict.fromkeys(forms, 4) | {forms[0]: 2}
    assert [] == rules(replace(LANTERN, main=brought))


@pytest.mark.rule("TC-DECK-08", "TC-DECK-09")
def test_exactly_one_savior() -> None:
    """A deck needs exactly one savior; a card of another kind is illegal in its place."""
    assert ["TC-DECK-08"] == rules(replace(LANTERN, savior="gate-whelp"))
    for several in ("null", '["lantern-marshal","tide-regent"]'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(f'{{"savior":{several},"main":{{}},"spirits":{{}}}}', type=DeckList)


@pytest.mark.rule("TC-SPI-13", "TC-DECK-05")
@pytest.mark.parametrize(("count", "broken"), [(14, ["TC-SPI-13"]), (15, []), (16, ["TC-SPI-13"])])
def test_spirit_deck_has_exactly_15_spirits(count: int, broken: list[str]) -> None:
    """A spirit deck of 14 or 16 spirits is illegal."""
    assert broken == rules(spirits(boost=count))


@pytest.mark.rule("TC-SPI-13", "TC-ZONE-04")
def test_spirit_deck_holds_spirits_only() -> None:
    """Forms are illegal in the spirit deck."""
    assert ["TC-SPI-13"] == rules(replace(LANTERN, spirits={"house-boost": 14, "gate-whelp": 1}))


@pytest.mark.rule("TC-SPI-14", "TC-RUL-098")
def test_at_most_4_rescue_spirits() -> None:
    """Four Rescue Spirits are legal, and a fifth is not."""
    assert [] == rules(spirits(rescue=4, boost=11))
    assert ["TC-SPI-14"] == rules(spirits(rescue=5, boost=10))


@pytest.mark.rule("TC-SPI-15", "TC-RUL-098")
def test_at_most_1_perfect_spirit() -> None:
    """A deck without a Perfect Spirit is legal; one with two is not."""
    assert [] == rules(spirits(perfect=1, boost=14))
    assert ["TC-SPI-15"] == rules(spirits(perfect=2, boost=13))


@pytest.mark.rule("TC-SPI-16", "TC-SPI-17", "TC-SPI-18", "TC-RUL-100")
@pytest.mark.parametrize("kind", ["boost", "protect", "aggress"])
def test_other_spirits_have_no_maximum(kind: str) -> None:
    """A spirit deck may consist of 15 spirits of one type, except Rescue and Perfect."""
    assert [] == rules(spirits(**{kind: 15}))


@pytest.mark.rule("TC-DECK-06", "TC-RUL-099")
def test_any_mix_within_the_limits() -> None:
    """A spirit deck may mix all five types."""
    assert [] == rules(spirits(boost=3, rescue=4, aggress=4, protect=3, perfect=1))


@pytest.mark.rule("TC-CARD-12")
def test_every_violation_is_named_at_once() -> None:
    """One refusal reports every violation in the deck, including an unknown card."""
    deck = DeckList(
        savior="house-boost",
        main={"gate-whelp": 5, "nobody-knows": 1, "house-boost": 1},
        spirits={"house-rescue": 5, "house-perfect": 2, "gate-whelp": 1},
    )
    expected = (
        "TC-CARD-12: this match has no card nobody-knows",
        "TC-DECK-08: house-boost is a spirit, not a savior",
        "TC-DECK-01: the main deck has 7 cards, not 30",
        "TC-DECK-02: house-boost in the main deck is a spirit",
        "TC-DECK-03: 5 cards named Gate Whelp, the maximum is 4",
        "TC-SPI-13: the spirit deck has 8 cards, not 15",
        "TC-SPI-13: gate-whelp in the spirit deck is a form",
        "TC-SPI-15: 2 cards named Perfect Spirit, the maximum is 1",
        "TC-SPI-14: 5 cards named Rescue Spirit, the maximum is 4",
    )
    assert expected == tuple(map(str, faults(POOL, deck)))
