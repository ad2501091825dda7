"""Notations taken from other dice rollers, each with its faces and its total."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from services.dice.notation.expression import Dice, Explode, Point, Reroll
from services.dice.notation.notation import Notation
from services.dice.notation.outcomes import NotationOutcome
from services.dice.notation.parser import parse
from services.dice.notation.refusals import (
    AdvantageNeedsOneDie,
    CountNotKnown,
    FacesOutOfBounds,
    NameUnknown,
    NotationUnclear,
    NothingKept,
    NotWhole,
    NumberMissing,
)
from shared.kernel.chance import Chance, Faces
from shared.kernel.refusals import Refusal, TooCostly
from tests.dice.enumeration import every_way, shares, sum_by
from tests.dice.throwing import throw_notation
from tests.support.spec import refuses


def throw(text: str, *faces: int) -> NotationOutcome:
    """Throw a notation with exactly these faces."""
    tape = Faces(*faces)
    outcome = throw_notation(text, tape)
    tape.finish()
    return outcome


ROWS = [
    ("4d6 kh3", (3, 1, 6, 5), 14, "DI-TEXT-02"),
    ("4d6  kh3 + 1", (3, 1, 6, 5), 15, "DI-TEXT-02"),
    ("{2d6, 1d8} kh1", (1, 2, 7), 7, "DI-TEXT-02"),
    ("2d20 kl 1", (3, 11), 3, "DI-TEXT-02"),
    ("3d6 e6 kh1", (6, 1, 2, 5), 6, "DI-TEXT-02"),
    ("4d6 != 5", (1, 1, 1, 1), 1, "DI-TEXT-02"),
    ("1d20 to hit", (17,), 17, "DI-TEXT-03"),
    ("1d20+5 DC15", (17,), 22, "DI-TEXT-03"),
    ("1d20: to hit", (17,), 17, "DI-TEXT-03"),
    ("\uff12\uff44\uff16\uff0b\uff11", (3, 4), 8, "DI-TEXT-01"),
    ("4d6\u20131", (1, 1, 1, 1), 3, "DI-TEXT-01"),
    ("4d6\u22121", (1, 1, 1, 1), 3, "DI-TEXT-01"),
    ("2d6\u00d72", (1, 2), 6, "DI-TEXT-01"),
    ("2d6\u22655", (5, 4), 1, "DI-TEXT-01"),
    ("1d20adv", (3, 11), 11, "DI-ADV-01"),
    ("d20dis + 2", (3, 11), 5, "DI-ADV-01"),
    ("1d20 advantage", (3, 11), 11, "DI-ADV-01"),
    ("1d20+5 adv to hit", (3, 11), 16, "DI-ADV-01"),
    ("1d4 + 1d20 with disadvantage", (4, 3, 11), 7, "DI-ADV-01"),
    ("1d20mi10 adv", (3, 4), 10, "DI-ADV-01"),
    ("1d6r!=3", (1, 5, 3), 3, "DI-CMP-04"),
    ("1d6!=3", (3, 6), 9, "DI-CMP-04"),
    ("2d6k!=1", (1, 5), 5, "DI-CMP-04"),
    ("4d6even", (1, 2, 4, 5), 2, "DI-CMP-03"),
    ("4d6odd", (1, 2, 4, 6), 1, "DI-CMP-03"),
    ("3d6rodd", (1, 2, 4, 6), 12, "DI-CMP-03"),
    ("2d6xo", (6, 1, 6), 13, "DI-EXP-05"),
    ("2d6x", (6, 1, 6, 2), 15, "DI-EXP-05"),
    ("1d6x5", (5, 5, 1), 11, "DI-EXP-05"),
    ("3d6!5", (5, 1, 6, 2), 14, "DI-EXP-05"),
    ("2d6x>=5kh1", (5, 1, 2), 5, "DI-EXP-05"),
    ("2d{1,1,5}", (1, 3), 6, "DI-DICE-06"),
    ("d{-1, 0, 1}", (1,), -1, "DI-DICE-06"),
    ("2d{5,1,3}!", (1, 2, 3), 9, "DI-DICE-06"),
    ("3dC", (1, 2, 2), 2, "DI-DICE-06"),
    ("(1d4)d6", (2, 3, 5), 8, "DI-DICE-07"),
    ("(1d4-1)d6", (1,), 0, "DI-DICE-07"),
    ("((1d2)d4)d6", (2, 1, 2, 6, 6, 6), 18, "DI-DICE-07"),
    ("(1d4)d6kh1 + 1d8", (3, 1, 5, 2, 8), 13, "DI-DICE-07"),
    ("$a = 1d6; $a * $a + $a", (3,), 12, "DI-NAME-01"),
    ("$n = 1d4; ($n)d6 - $n", (2, 5, 6), 9, "DI-NAME-01"),
    ("$a = 1d6; $b = $a + 1d4; $b + $a", (3, 4), 10, "DI-NAME-01"),
    ("1d20ms10", (13,), 3, "DI-MARGIN-01"),
    ("1d20ms>=10", (13,), 3, "DI-MARGIN-01"),
    ("1d20ms<=10", (13,), -3, "DI-MARGIN-01"),
    ("6d6mt", (1, 1, 2, 2, 2, 5), 2, "DI-SET-01"),
    ("6d6mt3", (1, 1, 2, 2, 2, 5), 1, "DI-SET-01"),
    ("6d6kh3mt", (1, 1, 2, 2, 2, 5), 1, "DI-SET-01"),
    ("trunc(-7/2)", (), -3, "DI-FUN-01"),
]


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [pytest.param(text, faces, total, marks=pytest.mark.rule(rule)) for text, faces, total, rule in ROWS],
)
def test_common_notations_have_the_usual_total(text: str, faces: tuple[int, ...], total: int) -> None:
    """Each notation uses exactly the listed faces, and evaluates to the listed total."""
    assert total == throw(text, *faces).total


@pytest.mark.parametrize(
    ("text", "faces", "criticals", "fumbles"),
    [
        pytest.param("1d20cs!=5", (7,), (0,), (), marks=pytest.mark.rule("DI-CMP-04")),
        pytest.param("1d20cs!=5", (5,), (), (), marks=pytest.mark.rule("DI-CMP-04")),
        pytest.param("2d20cscf", (20, 1), (0,), (1,), marks=pytest.mark.rule("DI-SHOW-03")),
        pytest.param("2d20cs19", (20, 19), (1,), (), marks=pytest.mark.rule("DI-SHOW-03")),
        pytest.param("2d{2,7}cscf", (2, 1), (0,), (1,), marks=pytest.mark.rule("DI-SHOW-03")),
    ],
)
def test_dice_are_marked_as_the_notation_says(
    text: str, faces: tuple[int, ...], criticals: tuple[int, ...], fumbles: tuple[int, ...]
) -> None:
    """Criticals and fumbles are marked by a comparison, by a value, or on the highest and the lowest face."""
    (dice,) = throw(text, *faces).dice
    assert (criticals, fumbles) == (dice.criticals, dice.fumbles)


@pytest.mark.rule("DI-CMP-04")
def test_rerolling_what_is_not_equal_is_no_explosion() -> None:
    """`r!=3` is one modifier, which rerolls all faces except 3."""
    dice = parse("2d6r!=3").root
    assert isinstance(dice, Dice)
    assert (Reroll((Point("!=", 3),)),) == dice.modifiers
    exploding = parse("2d6!=3").root
    assert isinstance(exploding, Dice)
    assert (Explode((Point("=", 3),)),) == exploding.modifiers


@pytest.mark.rule("DI-SET-01")
def test_matching_sets_are_recorded_by_position() -> None:
    """Sets of equal dice are recorded by position, and the set with the highest value comes first."""
    assert ((2, 3, 4), (0, 1)) == throw("6d6mt", 1, 1, 2, 2, 2, 5).dice[0].sets


@pytest.mark.rule("DI-TEXT-02", "DI-TEXT-03")
@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("1d20 to hit", "to hit"),
        ("1d20 kindly", "kindly"),
        ("4d6 kh3 strength, please", "strength, please"),
        ("1d20+5 adv Hieb auf den Kopf", "Hieb auf den Kopf"),
        ("1d20 \u706b\u306e\u7389", "\u706b\u306e\u7389"),
        ("1d20 max damage", "max damage"),
    ],
)
def test_words_at_the_end_are_the_comment(text: str, comment: str) -> None:
    """A word at the end that only begins like a modifier is part of the comment."""
    assert comment == parse(text).comment


@pytest.mark.rule("DI-NOT-04")
def test_recorded_words_stay_as_they_were_written() -> None:
    """In a recorded notation only the dice are normalised. Labels and comments keep their original spelling."""
    outcome = throw("\uff12d6 [\uff46\u2013] \u2013 1 # \u00d7", 1, 2)
    assert ("\uff12d6", ("\uff46\u2013",), "\u00d7") == (outcome.dice[0].text, outcome.dice[0].labels, outcome.comment)


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        *[
            pytest.param(text, NothingKept, marks=pytest.mark.rule("DI-KEPT-01"))
            for text in ("d20d20", "4d6d4", "4d6kh0", "1d6dl", "(1d6, 1d8)dl2", "{2d6}dl2", "(2d6)kh0", "2d6kh1dh1")
        ],
        *[
            pytest.param(text, NotationUnclear, marks=pytest.mark.rule("DI-TEXT-04"))
            for text in ("4d6 hk3", "4d6 drop lowest", "2d6 fire + 1d8 cold", "4d6 keep 3", "1d20 plus 5", "2d6 kx3")
        ],
        *[
            pytest.param(text, AdvantageNeedsOneDie, marks=pytest.mark.rule("DI-ADV-02"))
            for text in ("2d6adv", "1d20 adv dis", "3d6 + 1 adv", "2d20kh1 + 2 adv")
        ],
        pytest.param("(1d4-2)d6", NotWhole, marks=pytest.mark.rule("DI-DICE-07")),
        pytest.param("2d(1d4)", CountNotKnown, marks=pytest.mark.rule("DI-NUM-06")),
        pytest.param("{(1d4)d6}kh1", CountNotKnown, marks=pytest.mark.rule("DI-NUM-06")),
        pytest.param("$a + 1", NameUnknown, marks=pytest.mark.rule("DI-NAME-02")),
        pytest.param("$a = 1; $a = 2; $a", NameUnknown, marks=pytest.mark.rule("DI-NAME-02")),
        pytest.param("{1d6, 1d8}cs", NumberMissing, marks=pytest.mark.rule("DI-SHOW-03")),
        pytest.param("4d6mt1", NotWhole, marks=pytest.mark.rule("DI-SET-02")),
        pytest.param(f"d{{{','.join('1' * 101)}}}", FacesOutOfBounds, marks=pytest.mark.rule("DI-DICE-06")),
    ],
)
def test_a_contradictory_notation_is_refused(text: str, refusal: type[Refusal]) -> None:
    """The parser refuses a contradictory notation before the roll. Each kind of contradiction has its own refusal."""
    with refuses(refusal):
        parse(text)


@pytest.mark.rule("DI-ODDS-01", "DI-DICE-06", "DI-DICE-07", "DI-NAME-01", "DI-CMP-03", "DI-SET-01", "DI-EXP-05")
@pytest.mark.parametrize(
    "text",
    [
        "2d{5,1,1}kh1", "(1d4)d4", "(1d3)d4kh1 + 1d2", "((1d2)d2)d3", "$a = 1d6; $a * $a", "$a = 1d3; ($a)d4 - $a",
        "$a = 1d4; max($a, 1d6) > $a", "4d4even", "3d6reven", "5d4mt", "4d3mt3", "4d{1,1,2}mt", "2d4xo", "2d4xoro1",
        "2d4xokh1", "1d20adv", "1d20 + 1d4 dis", "1d20ms12", "2d4r!=3", "(1d4)d4odd",
    ],
)  # fmt: skip
def test_the_odds_agree_with_enumeration(text: str) -> None:
    """The odds of each notation match an enumeration of all faces."""

    def total(chance: Chance) -> object:
        return Fraction(throw_notation(text, chance).total)

    if "r!=" in text or "reven" in text:
        assert Fraction(1) == sum(shares(Notation(text=text).distribution()).values())
        return
    odds = shares(Notation(text=text).distribution())
    assert sum_by(every_way(total), lambda value: value) == odds


@pytest.mark.rule("DI-NAME-01", "AR-ODDS-01")
@pytest.mark.parametrize(
    "text", ["$a = 100d100; $a + $a", "$a=1d99;$b=$a+1d9;$c=$b+1d9;$c", "$a = 1d600; $b = 1d600; $a + $b"]
)
def test_too_many_cases_are_refused_at_once(text: str) -> None:
    """Each value of a named roll is a separate case, and the planner refuses more cases than the limit."""
    with refuses(TooCostly):
        Notation(text=text).distribution()


@pytest.mark.rule("DI-NAME-01", "DI-LIMIT-01")
def test_nested_names_are_parsed_quickly() -> None:
    """The parser calculates the bounds of each named roll only once, so nested names are parsed quickly."""
    names = "abcdefghijklmnopqrstuvwxyz"
    steps = "".join(f"${one}=${before}+${before};" for before, one in pairwise(names[:22]))
    parse(f"$a=1d6;{steps}$v")
