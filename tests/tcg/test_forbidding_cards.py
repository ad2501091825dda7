"""Refusals that name the card whose effect forbids a command."""

from __future__ import annotations

from typing import Final

import pytest

from services.tcg.chapters.activating import Activate
from services.tcg.chapters.forms import CannotBeSacrificed, PlayForm
from services.tcg.chapters.spirits import PerfectSpiritExclusive, SpiritualizeCard, SpiritualizingForbidden
from services.tcg.chapters.timing import ActivationForbidden
from tests.tcg.board import board, command, effect, form, side, static
from tests.tcg.played import Played
from tests.tcg.steps import CARDS

SEAL: Final = command("seal", static("cannot_be_spiritualized", of={"who": "any", "zone": ["form", "savior"]}))
BIND: Final = command("bind", static("cannot_be_sacrificed", of={"who": "any", "zone": "form"}))
HUSH: Final = command("hush", static("cannot_activate", who="opponent", what="any"))
SINGER: Final = form(
    "singer", effect("sing", "none", limit={"count": 1, "per": "turn"}, independent=True, do=[{"do": "draw", "n": 1}])
)
AGAINST: Final = "no card effect against it"


@pytest.mark.rule("TC-KEY-09", "TC-FORM-18")
def test_refusal_names_the_card_that_forbids_spiritualizing() -> None:
    """If an effect forbids spiritualizing, the refusal names the card with that effect."""
    play = Played(board(cards=[*CARDS, SEAL], a=side(hand=["boost"], forms=["whelp"]), b=side(commands=["seal"])))
    for target in (play.savior("a"), play.form("a", "whelp")):
        ask = SpiritualizeCard(target=target, spirit=play.hand("a", "boost"))
        play.when(ask, seat="a").then_refused(SpiritualizingForbidden, needs=AGAINST, has="an effect of Seal")


@pytest.mark.rule("TC-FORM-18", "TC-RUL-020")
def test_refusal_names_the_perfect_spirit_that_closes_its_form() -> None:
    """If a form has a Boost and a Perfect Spirit, the refusal of another spirit names the Perfect Spirit."""
    play = Played(board(cards=CARDS, a=side(hand=["boost"], forms=[("whelp", "boost", "perfect")]), b=side()))
    ask = SpiritualizeCard(target=play.form("a", "whelp"), spirit=play.hand("a", "boost"))
    play.when(ask, seat="a").then_refused(
        PerfectSpiritExclusive, needs="a form open to spirits", has="Perfect Spirit under it"
    )


@pytest.mark.rule("TC-READ-09")
def test_refusal_names_the_card_that_forbids_an_activation() -> None:
    """If an effect forbids activations, the refusal of an activation names the card with that effect."""
    play = Played(board(cards=[*CARDS, HUSH, SINGER], a=side(forms=["singer"]), b=side(commands=["hush"])))
    ask = Activate(card=play.form("a", "singer"))
    play.when(ask, seat="a").then_refused(ActivationForbidden, needs=AGAINST, has="an effect of Hush")


@pytest.mark.rule("TC-READ-09")
def test_refusal_does_not_name_a_card_in_a_hand() -> None:
    """If an effect of a card in hand forbids activations, the refusal of an activation names no card."""
    whisper = command("whisper", {**static("cannot_activate", who="opponent", what="any"), "zones": ["hand"]})
    play = Played(board(cards=[*CARDS, whisper, SINGER], a=side(forms=["singer"]), b=side(hand=["whisper"])))
    ask = Activate(card=play.form("a", "singer"))
    play.when(ask, seat="a").then_refused(ActivationForbidden, needs=AGAINST, has="an effect")


@pytest.mark.rule("TC-FORM-10", "TC-FORM-09")
def test_refusal_names_the_card_that_forbids_a_sacrifice() -> None:
    """If an effect forbids a sacrifice, the refusal names the card with that effect."""
    play = Played(board(cards=[*CARDS, BIND], a=side(hand=["brute"], forms=["whelp"]), b=side(commands=["bind"])))
    ask = PlayForm(card=play.hand("a", "brute"), sacrifice=play.form("a", "whelp"))
    play.when(ask, seat="a").then_refused(
        CannotBeSacrificed, needs="a form that may be sacrificed", has="an effect of Bind"
    )
