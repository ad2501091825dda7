"""Comparison of names, which ignores case and blanks."""

from __future__ import annotations

from typing import Any, Final

import pytest
from msgspec.structs import replace

from services.tcg.catalogue.language.effects import AnyCard
from services.tcg.catalogue.sets import compose
from services.tcg.catalogue.starter import DECKS, STARTER
from services.tcg.chapters.decks import faults
from services.tcg.chapters.limits import used_keys
from services.tcg.chapters.pool import pool_of_text
from services.tcg.chapters.reading import read_condition
from services.tcg.chapters.spirits import PerfectSpiritExclusive, SpiritualizeCard
from services.tcg.state.tasks import Running
from services.tcg.words import name_key
from tests.tcg.board import board, effect, form, number, side, spirit
from tests.tcg.cards.making import load_card
from tests.tcg.played import Played

OTHERS: Final = {"RESCUE SPIRIT": 4, "Rescue  Spirit ": 4, "rescuespirit": 4, "perfect\u00a0spirit": 1}
"""Other spellings of names whose copies are limited in a deck, with these limits."""


def with_name(card: AnyCard, name: str, **more: Any) -> AnyCard:  # noqa: ANN401 fields of the card
    """Return a card with another name."""
    return replace(card, name=name, **more)


@pytest.mark.rule("TC-RUL-152")
@pytest.mark.parametrize("other", ["gate whelp", "GATE WHELP", "Gate  Whelp", " GateWhelp", "Gate\u00a0Whelp"])
def test_names_are_equal_regardless_of_case_and_blanks(other: str) -> None:
    """Names that differ only in case and blanks are equal; a name with a different letter is not."""
    assert name_key("Gate Whelp") == name_key(other)
    assert name_key("Gate Whelps") != name_key(other)


@pytest.mark.rule("TC-SPI-14", "TC-SPI-15", "TC-RUL-152")
@pytest.mark.parametrize(("name", "most"), OTHERS.items())
@pytest.mark.parametrize("amended", [True, False])
def test_spirit_limit_holds_for_every_spelling(name: str, most: int, *, amended: bool) -> None:
    """A custom spelling of a built-in spirit counts towards its limit. Under version 1 of the rules it does not."""
    other = with_name(spirit("other"), name)
    house = "house-perfect" if "perfect" in name else "house-rescue"
    text = compose(replace(STARTER, cards=(*STARTER.cards, other)), "house").text
    deck = replace(DECKS["lantern"], spirits={house: most, "other": 1, "house-boost": 14 - most})

    broken = [fault.reason for fault in faults(pool_of_text(text, form=2 if amended else 1), deck)]
    name = pool_of_text(text).printed[house].name
    assert broken == [f"{most + 1} cards named {name}, the maximum is {most}"] * amended


@pytest.mark.rule("TC-DECK-03", "TC-RUL-097", "TC-RUL-152")
def test_four_copies_are_counted_over_all_spellings() -> None:
    """A deck may have four cards named `Gate Whelp` or `GATE whelp` in total."""
    (whelp,) = (card for card in STARTER.cards if card.id == "gate-whelp")
    again = with_name(whelp, "GATE whelp", id="again", set_id="LATER", number="777")
    pool = pool_of_text(compose(replace(STARTER, cards=(*STARTER.cards, again)), "house").text)
    counts = dict(DECKS["lantern"].main)
    moved = next(card for card in counts if card != "gate-whelp")
    main = {**counts, "gate-whelp": 4, "again": 1, moved: counts[moved] + counts.get("gate-whelp", 0) - 5}
    main = {card: count for card, count in main.items() if count > 0}

    assert "TC-DECK-03" in [fault.rule for fault in faults(pool, replace(DECKS["lantern"], main=main))]


@pytest.mark.rule("TC-DECK-03", "TC-RUL-152")
def test_fault_prints_a_name_without_blanks_that_do_not_count() -> None:
    """Given five copies of a card whose name has extra blanks, then the deck's fault names it without these blanks."""
    (whelp,) = (card for card in STARTER.cards if card.id == "gate-whelp")
    wide = with_name(whelp, "  GATE   whelp", id="wide", set_id="LATER", number="777")
    pool = pool_of_text(compose(replace(STARTER, cards=(*STARTER.cards, wide)), "house").text)
    broken = faults(pool, replace(DECKS["lantern"], main={"wide": 5}))

    assert "5 cards named GATE whelp, the maximum is 4" in [fault.reason for fault in broken]


@pytest.mark.rule("TC-FORM-18", "TC-RUL-140", "TC-RUL-152")
def test_perfect_spirit_closes_its_form_in_every_spelling() -> None:
    """A form with a spirit called `PERFECT spirit` under it takes no other spirit."""
    clear = with_name(spirit("clear"), "PERFECT spirit")
    play = Played(board(cards=[clear], a=side(forms=[("gate-whelp", "clear")], hand=["boost"]), b=side()))
    command = SpiritualizeCard(target=play.form("a", "gate-whelp"), spirit=play.hand("a", "boost"))

    play.assert_refused("a", command, PerfectSpiritExclusive)


@pytest.mark.rule("TC-RUL-107", "TC-RUL-152")
@pytest.mark.parametrize(
    "asked", [{"name": "odd  ONE"}, {"archetype": "under tow"}, {"tribe": "WARDEN"}], ids=["name", "archetype", "tribe"]
)
@pytest.mark.parametrize("of_form", [1, 2])
def test_cards_match_names_in_every_spelling(asked: dict[str, str], of_form: int) -> None:
    """Cards that refer to a name, an archetype or a tribe match every spelling of it.

    Under version 1 of the rules, upper and lower case must match.
    """
    odd = replace(form("odd"), name="Odd One", archetypes=("Undertow",), tribes=("Warden",))
    spell = form("spell", effect("cast", "none", limit={"count": 1, "per": "turn"}, do=[{"do": "draw", "n": 1}]))
    game = board(cards=[odd, spell], a=side(forms=["odd", "spell"]), b=side(), of_form=of_form)
    one = load_card(
        {
            "id": "x", "name": "X", "kind": "form", "set_id": "T", "number": "1", "rarity": "r", "level": 0, "pwr": 1,
            "effects": [effect("look", when={"op": "is", "of": {"ref": "this"}, **asked}, static=[WEAKER])],
        }
    )  # fmt: skip
    holds = read_condition(one.effects[0].when)
    number_of = number(game, "a", "odd")

    assert holds is not None
    assert (of_form == 2) == holds(game, Running(seat="a", card=number_of, printed="odd", effect="odd#x"), 0)


@pytest.mark.rule("TC-RUL-070", "TC-RUL-152")
def test_limit_of_a_name_counts_every_spelling() -> None:
    """Cards with the same name in different spellings share a limit of uses."""
    limit = {"count": 1, "per": "turn", "scope": "name"}
    one = replace(form("one", effect("sing", "none", limit=limit, do=[{"do": "draw", "n": 1}])), name="Old Singer")
    two = replace(form("two", effect("sing", "none", limit=limit, do=[{"do": "draw", "n": 1}])), name="OLD SINGER")
    game = board(cards=[one, two], a=side(forms=["one", "two"]), b=side())
    keys = [
        used_keys(game, "a", number(game, "a", card), game.pool.abilities[f"{card}#sing"]) for card in ("one", "two")
    ]

    assert keys[0] == keys[1]


WEAKER: Final = {"static": "modify_pwr", "of": {"ref": "this"}, "by": -1}
