"""CONT effects on a PWR whose own value depends on that PWR. Rule: TC-RUL-175."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Final

import pytest

from services.tcg.chapters import continuous
from services.tcg.settings import MatchSettings
from tests.tcg.board import board, card, command, form, side, static
from tests.tcg.steps import CARDS, cast, spell

THIS: Final = {"ref": "this"}
FORMS: Final = {"who": "any", "zone": "form"}
MIRROR: Final = form("mirror", static("set_pwr", of=THIS, to={"plus": [1, {"pwr": THIS}]}))
CHOIR: Final = command("choir", static("modify_pwr", of=FORMS, by={"pwr": FORMS}))
WEAK: Final = {"op": "compare", "a": {"pwr": THIS}, "cmp": "<=", "b": 3}
MEEK: Final = form("meek", static("modify_pwr", of=THIS, by=2, when=WEAK))
TWIN: Final = form("twin", static("modify_pwr", of=THIS, by={"pwr": {"who": "opponent", "zone": "form"}}))


@pytest.mark.rule("TC-RUL-175", "TC-RUL-077")
@pytest.mark.parametrize(("of_form", "pwr"), [(3, 4), (2, 6)])
def test_base_that_reads_its_own_card_is_read_once(of_form: int, pwr: int) -> None:
    """A form with PWR 3 whose base is set to 1 plus its PWR has PWR 4.

    Under version 2 of the rules, it has PWR 6.
    """
    game = board(cards=[*CARDS, MIRROR], a=side(forms=["mirror"]), b=side(), of_form=of_form)
    assert pwr == continuous.pwr(game, card(game, "a", "mirror"))


@pytest.mark.rule("TC-RUL-175", "TC-RUL-077")
@pytest.mark.parametrize(("of_form", "pwr"), [(3, 9), (2, 45)])
def test_total_of_all_forms_is_taken_without_the_effect(of_form: int, pwr: int) -> None:
    """If an effect adds the total PWR of all forms to each of two forms with PWR 3, each has PWR 9.

    Under version 2 of the rules, each has PWR 45.
    """
    game = board(cards=[*CARDS, CHOIR], a=side(forms=["whelp"], commands=["choir"]), b=side(forms=["whelp"]),
                 of_form=of_form)  # fmt: skip
    assert [pwr, pwr] == [continuous.pwr(game, card(game, seat, "whelp", "form")) for seat in "ab"]


@pytest.mark.rule("TC-RUL-175")
def test_condition_of_a_bonus_is_met_without_the_bonus() -> None:
    """A form with PWR 3 and a bonus of 2 for as long as its PWR is at most 3 has PWR 5."""
    game = board(cards=[*CARDS, MEEK], a=side(forms=["meek"]), b=side())
    assert 5 == continuous.pwr(game, card(game, "a", "meek"))


@pytest.mark.rule("TC-RUL-175")
def test_effects_that_read_one_another_count_once_each() -> None:
    """If two forms with PWR 3 each add the other's PWR to their own, both have PWR 9.

    The computation ends.
    """
    game = board(cards=[*CARDS, TWIN], a=side(forms=["twin"]), b=side(forms=["twin"]))
    assert [9, 9] == [continuous.pwr(game, card(game, seat, "twin")) for seat in "ab"]


@pytest.mark.rule("TC-RUL-175", "TC-SPI-08")
def test_other_effects_count_in_the_pwr_that_is_read() -> None:
    """If a form's base is set to 1 plus its PWR, a Boost Spirit counts in that PWR and is then added again."""
    game = board(cards=[*CARDS, MIRROR], a=side(forms=[("mirror", "boost")]), b=side())
    boosts = [part.value for part in continuous.pwr_parts(game, card(game, "a", "mirror")) if part.kind == "change"]
    assert 1 + 3 + 2 * sum(boosts) == continuous.pwr(game, card(game, "a", "mirror"))
    assert boosts != []


MINE: Final = {"who": "you", "zone": "form"}
UP_TO_6: Final = (
    {"op": "compare", "a": {"pwr": MINE}, "cmp": "<=", "b": 6},
    {"op": "pwr", "of": MINE, "cmp": "<=", "n": 6},
)


@pytest.mark.rule("TC-RUL-175", "TC-RUL-078")
@pytest.mark.parametrize("of_form", [2, 3])
@pytest.mark.parametrize("as_long_as", UP_TO_6)
def test_change_lasts_by_the_pwr_without_itself(of_form: int, as_long_as: dict[str, object]) -> None:
    """A bonus of 2 for as long as the PWR is at most 6 applies to a form with PWR 3, without an endless computation."""
    step = {"do": "modify_pwr", "of": MINE, "by": 2, "for": "while", "as_long_as": as_long_as}
    game = board(cards=[*CARDS, spell(step)], a=side(forms=["whelp"], commands=["spell"]), b=side(), of_form=of_form)
    cast(game)
    assert 5 == continuous.pwr(game, card(game, "a", "whelp", "form"))


@pytest.mark.rule("TC-RUL-175")
@pytest.mark.parametrize(("of_form", "pwr", "most"), [(3, 527_043, 140_000), (2, 798_915, 11_000)])
def test_pwr_that_many_effects_read_is_computed_in_few_calls(of_form: int, pwr: int, most: int) -> None:
    """If each of 8 forms adds the PWR of all forms to its own, no intermediate PWR is computed twice."""
    adding = form("adding", static("modify_pwr", of=FORMS, by={"pwr": FORMS}))
    game = board(cards=[*CARDS, adding], settings=MatchSettings(form_zones=4), of_form=of_form,
                 a=side(forms=["adding"] * 4), b=side(forms=["adding"] * 4))  # fmt: skip
    number = card(game, "a", "adding", "form")
    assert pwr == continuous.pwr(game, number)
    assert _calls(lambda: continuous.pwr(game, number)) <= most
    assert pwr == continuous.pwr(game, number)


def _calls(read: Callable[[], object]) -> int:
    """Return the number of calls of Python functions that a computation makes."""
    counted, before = 0, sys.getprofile()

    def count(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal counted
        counted += event == "call"

    sys.setprofile(count)
    try:
        read()
    finally:
        sys.setprofile(before)
    return counted
