"""Valid and invalid notations, and the meaning of their parts."""

from __future__ import annotations

import pytest

from services.dice.notation.expression import Arithmetic, Comparison, Count, Dice, Explode, Keep, Point, Rank
from services.dice.notation.parser import parse
from services.dice.notation.refusals import (
    CountNotKnown,
    FunctionUnknown,
    MayDivideByZero,
    NestedTooDeeply,
    NeverEnds,
    NotationTooLong,
    NotationUnclear,
    NotRational,
    NotWhole,
    NumberTooGreat,
    SidesOutOfBounds,
    TooFewValues,
    TooManyDice,
    TooManyFurtherThrows,
    TooManyOperations,
    WrongArguments,
)
from shared.kernel.refusals import Refusal
from tests.support.spec import refuses

LIMITS = tuple(f"DI-LIMIT-0{number}" for number in range(1, 8))


@pytest.mark.rule("DI-NOT-02")
@pytest.mark.parametrize(
    ("text", "line", "column", "found"),
    [
        pytest.param("4d6kh3 +", 1, 9, "the end", id="nothing after an operator"),
        pytest.param("", 1, 1, "the end", id="nothing at all"),
        pytest.param("   ", 1, 4, "the end", id="blanks only"),
        pytest.param("4d6kx", 1, 5, "'x'", id="a modifier cut short"),
        pytest.param("1d20 +\n 2d", 2, 3, "'d'", id="in the second line"),
        pytest.param("(1d6", 1, 5, "the end", id="a bracket left open"),
        pytest.param("1d6)", 1, 4, "')'", id="a bracket never opened"),
        pytest.param("[fire]", 1, 1, "'['", id="a label alone"),
        pytest.param("1d20 + dex", 1, 8, "'d'", id="a word where a number should be"),
        pytest.param("fireball", 1, 1, "'f'", id="a word"),
        pytest.param("1d6\x00", 1, 4, "'\\x00'", id="a control character"),
        pytest.param("\u0662d6", 1, 1, "'\u0662'", id="a digit of another script"),
    ],
)
def test_an_invalid_notation_is_refused_with_its_position(text: str, line: int, column: int, found: str) -> None:
    """The refusal of an invalid notation states the line, the column, and the text found and expected there."""
    with refuses(NotationUnclear) as caught:
        parse(text)
    refusal = caught.value
    assert isinstance(refusal, NotationUnclear)
    assert (refusal.line, refusal.column, refusal.found) == (line, column, found)
    assert refusal.expected
    assert refusal.has == f"{found} at line {line}, column {column}"


@pytest.mark.rule("DI-NOT-02")
def test_the_expected_words_are_plain() -> None:
    """The refusal describes what was expected in plain words, not with the grammar's terms."""
    with refuses(NotationUnclear) as caught:
        parse("2d6 +")
    expected = (
        "(", "+ or -", "a function, such as floor(", "a named roll, such as $hit", "a number", "dice, such as 2d6", "{"
    )  # fmt: skip
    assert caught.value.needs == expected


@pytest.mark.rule("DI-NOT-03")
@pytest.mark.parametrize("text", ["4d6kh3", "4D6KH3", "4d6 kh3", "4d6  KH3", "4d6\nkh3"])
def test_a_modifier_follows_its_dice(text: str) -> None:
    """A modifier after its dice works with blanks before it and with capital letters."""
    dice = parse(text).root
    assert isinstance(dice, Dice)
    assert dice.modifiers == (Keep((Rank("highest", 3),)),)


@pytest.mark.rule("DI-NOT-04")
@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("1d20 # to hit", "to hit"),
        ("1d20 // to hit", "to hit"),
        ("1d20//to hit", "to hit"),
        ("1d20 # to # hit", "to # hit"),
        ("1d20 # to hit\n", "to hit"),
        ("1d20 # to\n + 2", ""),
        ("1d20 [to hit]", ""),
        ("1d20 #", ""),
        ("1d20 # 火", "火"),
    ],
)
def test_a_remark_at_the_end_is_the_comment(text: str, comment: str) -> None:
    """A remark at the end is the comment. Elsewhere it is a label for the number, dice or group before it."""
    assert parse(text).comment == comment


@pytest.mark.rule("DI-NUM-02", "DI-NOT-04")
@pytest.mark.parametrize(
    "text", ["7//2", "7 // 2", "7//(2)", "7 //2d4", "7//d4", "7//-2", "7//floor(2)", "7//.5", "7//d%"]
)
def test_two_slashes_before_an_operand_divide(text: str) -> None:
    """Two slashes before an operand divide. Before anything else they start a comment."""
    root = parse(text).root
    assert isinstance(root, Arithmetic)
    assert root.sign == "//"


@pytest.mark.rule("DI-CMP-01", "DI-CMP-02", "DI-EXP-01")
def test_the_position_of_a_comparison_decides_its_meaning() -> None:
    """Directly after dice, a comparison counts them or makes them explode. Elsewhere it compares totals."""
    counting = parse("2d6>=5").root
    assert isinstance(counting, Dice)
    assert counting.modifiers == (Count(Point(">=", 5)),)
    exploding = parse("2d6!=5").root
    assert isinstance(exploding, Dice)
    assert exploding.modifiers == (Explode((Point("=", 5),)),)
    for text in ("2d6 >= 5", "(2d6)>=5", "2d6+1>=5", "2d6[a]>=5", "2d6 != 5", "(2d6)!=5", "5>=2d6", "5<>2d6", "1==1"):
        assert isinstance(parse(text).root, Comparison)


@pytest.mark.rule("DI-NUM-03", "DI-NUM-04", "DI-NUM-05", "DI-NUM-06", "DI-NUM-07", "DI-FUN-01")
@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("1.5d6", NotWhole),
        ("4d6kh1.5", NotWhole),
        ("(1-2)d6", NotWhole),
        ("(1/2)d6", NotWhole),
        ("4^0.5", NotWhole),
        ("2^(1d4/2)", NotWhole),
        ("10/(1d6-1)", MayDivideByZero),
        ("1//0", MayDivideByZero),
        ("1%(1d2-1d2)", MayDivideByZero),
        ("(1d6-1)^-1", MayDivideByZero),
        ("1/()", MayDivideByZero),
        ("sqrt(4)", NotRational),
        ("sin(1)", NotRational),
        ("log(1)", NotRational),
        ("foo(1)", FunctionUnknown),
        ("{(1d4)d6}kh1", CountNotKnown),
        ("(1d4-2)d6", NotWhole),
        ("(1d4/2)d6", NotWhole),
        ("2d(1d4)", CountNotKnown),
        ("(2,3)d6", CountNotKnown),
        ("()d6", CountNotKnown),
        ("abs(1, 2)", WrongArguments),
        ("pow(2)", WrongArguments),
    ],
)
def test_a_notation_without_an_exact_result_is_refused_before_any_roll(text: str, refusal: type[Refusal]) -> None:
    """The parser refuses a division that may have no exact result, before any die is rolled."""
    with refuses(refusal):
        parse(text)


@pytest.mark.rule("DI-NUM-04")
@pytest.mark.parametrize(
    "text",
    [
        "10/(1d6+1)",
        "10/2d6",
        "10/2d6kh1",
        "10/{2d6,1d8}kh1",
        "10//(1d6-7)",
        "1d6^-2",
        "10/2d6dl1",
        "10/(2d6min2)",
        "2^(1d4-2)",
    ],
)
def test_a_divisor_that_is_never_zero_is_accepted(text: str) -> None:
    """A division is accepted if the range of its divisor's dice excludes zero."""
    parse(text)


@pytest.mark.rule(
    "DI-LIMIT-01", "DI-LIMIT-02", "DI-LIMIT-03", "DI-LIMIT-04", "DI-LIMIT-05", "DI-LIMIT-06", "DI-LIMIT-07"
)
@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("1" + " " * 500, NotationTooLong),
        ("1001d6", TooManyDice),
        ("600d6+401d6", TooManyDice),
        ("{600d6,401d6}kh1", TooManyDice),
        ("9" * 490 + "d6", TooManyDice),
        ("d0", SidesOutOfBounds),
        ("d1000001", SidesOutOfBounds),
        ("1d(2-2)", SidesOutOfBounds),
        ("(" * 21 + "1" + ")" * 21, NestedTooDeeply),
        ("{" * 21, NestedTooDeeply),
        ("1" + "+1" * 101, TooManyOperations),
        ("-(" * 10 + "1" + "<1" * 101 + ")" * 10, TooManyOperations),
        ("1000d6!>=3", TooManyFurtherThrows),
        ("1000d6r<=4", TooManyFurtherThrows),
        ("100d6eh90", TooManyFurtherThrows),
        ("1d1!", NeverEnds),
        ("1d1!p", NeverEnds),
        ("1d6!>=1", NeverEnds),
        ("1d6!>0!<2", NeverEnds),
        ("1d6r<7", NeverEnds),
        ("1dFr<>2", NeverEnds),
        ("1d6rr<3rr>2", NeverEnds),
        ("1d6rrh1", NeverEnds),
        ("7d6u", TooFewValues),
        ("7d6u>=1", TooFewValues),
        ("4dFu", TooFewValues),
        ("9^99", NumberTooGreat),
        ("9**9**9", NumberTooGreat),
        ("2^-99", NumberTooGreat),
        ("9007199254740992", NumberTooGreat),
        ("1d1000000^3", NumberTooGreat),
        ("1/9007199254740991/2", NumberTooGreat),
        ("1/1d1000000/1d1000000/1d1000000", NumberTooGreat),
        ("0." + "1" * 20, NumberTooGreat),
    ],
)
def test_past_a_limit_the_refusal_states_it(text: str, refusal: type[Refusal]) -> None:
    """The parser refuses a notation above a limit before the roll.

    The refusal states the limit and the given number.
    """
    with refuses(refusal) as caught:
        parse(text)
    assert caught.value.needs
    assert caught.value.has is not None


@pytest.mark.rule(
    "DI-LIMIT-01", "DI-LIMIT-02", "DI-LIMIT-03", "DI-LIMIT-04", "DI-LIMIT-05", "DI-LIMIT-06", "DI-LIMIT-07"
)
@pytest.mark.parametrize(
    "text",
    [
        "1" + " " * 499,
        "1000d6",
        "500d6+500d6",
        "d1000000",
        "(" * 20 + "1" + ")" * 20,
        "1000d6!",
        "1d1000000!<1000000",
        "1d6ro<7",
        "1d1ro",
        "1d1kh1eh1",
        "6d6u",
        "7d6u>=2",
        "7d6uo",
        "2^52+2^51",
        "9007199254740991",
        "1/9007199254740991",
        "2^-52",
        "1" + "+1" * 100,
        "-" * 400 + "1",
    ],
)
def test_a_notation_at_a_limit_is_accepted(text: str) -> None:
    """A notation with a number equal to the limit can be rolled."""
    parse(text)
