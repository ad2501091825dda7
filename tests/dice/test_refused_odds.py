"""Odds that were once refused as too costly, compared with an enumeration."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from services.dice.chapters.odds import odds_of
from services.dice.notation.notation import Notation
from shared.kernel.odds.report import Odds
from tests.dice.enumeration import every_way
from tests.dice.throwing import throw_notation


def chances_of(text: str, dialect: Any = None) -> dict[Fraction, Fraction]:  # noqa: ANN401 the name of a dialect
    """Return the probability of every total in the odds."""
    odds = odds_of(Notation(text=text, dialect=dialect))
    assert isinstance(odds, Odds)
    assert 0 == odds.left_out
    return {Fraction(row.total): Fraction(row.chance.exact) for row in odds.outcomes}


def enumerate_chances(text: str, dialect: Any = None) -> dict[Fraction, Fraction]:  # noqa: ANN401 the name of a dialect
    """Return the probability of every total, by enumerating all faces."""
    return every_way(lambda tape: Fraction(throw_notation(text, tape, dialect=dialect).total))


@pytest.mark.rule("DI-ODDS-01", "DI-EXP-04")
@pytest.mark.parametrize("text", [
    "2d4eh1", "2d4el1", "1d4eh1", "3d3eh1", "3d3el1", "2d{1,1,3}eh1", "2d{-1,0,0}el1", "2d4eh1>=3", "2d3el1>=2f=1",
    "2d4eh1 * 2 + 1",
])  # fmt: skip
def test_the_highest_or_lowest_die_explodes(text: str) -> None:
    """The highest or lowest die explodes while each extra die is higher or lower than all dice before it.

    An equal die ends the explosion.
    """
    assert enumerate_chances(text) == chances_of(text)
    assert enumerate_chances(text, "d20") == chances_of(text, "d20") if ">" not in text else True


@pytest.mark.rule("DI-ODDS-01", "DI-RE-03", "DI-EXP-05")
@pytest.mark.parametrize("text", [
    "d64uo<=35", "d64u<=35", "d6u", "3d3max1!pkh1s", "2d4max2!kh1", "2d6min3r<3kl1", "3d4max3!!>=4dl1", "2d3max2!p",
])  # fmt: skip
def test_an_ineffective_modifier_costs_nothing(text: str) -> None:
    """Uniqueness of a single die and comparisons that no face meets change no odds and cost nothing."""
    assert enumerate_chances(text) == chances_of(text)


@pytest.mark.rule("DI-ODDS-01", "DI-GRP-02")
@pytest.mark.parametrize("text", [
    "{2d4*2}k1", "(2d4*2)k1", "{(2d4 + 1)*3}kl1", "{2d4^2}kh1", "{-(3d4)}dl1", "{floor(3d4/2)}kh2", "{2d4*2}>=3",
    "{3d4*2}kh2>=3",
])  # fmt: skip
def test_odds_of_a_choice_among_calculated_dice_agree_with_enumeration(text: str) -> None:
    """If a group's members use arithmetic, the odds of keeping some of them equal those found by enumeration."""
    assert enumerate_chances(text) == chances_of(text)


@pytest.mark.rule("DI-ODDS-01", "DI-EXP-04")
def test_odds_of_many_dice_of_which_the_highest_explodes() -> None:
    """`6d20eh1` has odds, and its mean exceeds the mean of six plain dice."""
    odds = odds_of(Notation(text="6d20eh1"))
    assert isinstance(odds, Odds)

    assert 63 < odds.mean.about < 6 * 10.5 + 21


@pytest.mark.rule("DI-ODDS-01", "DI-DIALECT-01")
@pytest.mark.parametrize("text", [
    "(2d4+1)k4", "((1d4, 2)kh1)k2", "((3d2)k2)p<3", "((4, 1, d3)kl2)k3k5", "((1d6, 1d4, 2)kh2)kl1", "((d6, 4)p3)p1",
])  # fmt: skip
def test_odds_of_nested_brackets_agree_with_enumeration(text: str) -> None:
    """In d20's dialect, an outer keep chooses among the dice that the inner one keeps."""
    assert enumerate_chances(text, "d20") == chances_of(text, "d20")


@pytest.mark.rule("DI-ODDS-01", "DI-KEEP-06")
@pytest.mark.parametrize("text", ["2d2kh1>=3f=1d1", "3d4kh2>=3d1", "3d4kh2cs>3d1", "3d4kh2d1>=3"])
def test_a_keep_and_a_drop_may_have_a_harmless_modifier_between(text: str) -> None:
    """If a modifier between a keep and a drop changes no die, both still apply to the same dice."""
    assert enumerate_chances(text) == chances_of(text)
