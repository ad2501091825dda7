"""The explanations of refused notations."""

from __future__ import annotations

import pytest

from services.dice.chapters.rolls import DiceRolled, Roll, RollAsk
from services.dice.notation.notation import Notation
from services.dice.notation.parser import parse
from services.dice.notation.refusals import NotationRefusal, NotationUnclear, RepeatsOutOfBounds
from services.dice.state import Rolled
from shared.kernel.chance import Faces
from shared.kernel.refusals import Refusal, SeatUnknown
from shared.platform.processes.child import pickle_error, unpickle_error
from tests.dice.scenes import D20, roll, showing, table_opened
from tests.support.spec import refuses


@pytest.mark.rule("DI-ERROR-01")
@pytest.mark.parametrize(
    ("text", "line", "caret"),
    [
        ("4d6kx", "4d6kx", "    ^"),
        ("1d20 +\n 2d", " 2d", "  ^"),
        ("1d20 + 4d6kh0", "1d20 + 4d6kh0", "       ^"),
        ("1d20 + 1.5d6", "1d20 + 1.5d6", "       ^"),
        ("1d6 + foo(1)", "1d6 + foo(1)", "      ^"),
    ],
)
def test_a_caret_marks_the_fault(text: str, line: str, caret: str) -> None:
    """The refusal ends with the faulty line and a caret below the fault."""
    with pytest.raises(NotationRefusal) as caught:
        parse(text)
    sentence, *rest = caught.value.says.split("\n")
    assert sentence.endswith(".")
    assert [line, caret] == rest[:2]


@pytest.mark.rule("DI-ERROR-01")
def test_the_refusal_names_the_fault_and_the_expectation() -> None:
    """The refusal names the fault and what was expected in plain words, not with the grammar's terms."""
    with refuses(NotationUnclear) as caught:
        parse("{1d6, ")
    assert caught.value.says == (
        "This is not valid dice notation: found the end at line 1, column 7; expected (, + or -, a function, such as "
        "floor(, a named roll, such as $hit, a number, dice, such as 2d6 or {.\n{1d6, \n      ^\nDid you mean {1d6} ?"
    )


@pytest.mark.rule("DI-ERROR-02")
@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("4d6hk3", "4d6kh3"),
        ("(1d6", "(1d6)"),
        ("3w6", "3d6"),
        ("2d", "2d6"),
        ("1d20+", "1d20"),
        ("d20d20", "d20 + d20"),
        ("2x3", "2*3"),
        ("4d6 drop lowest", "4d6dl"),
        ("4d6 keep highest 3", "4d6kh3"),
        ("1d20 plus 5", "1d20 + 5"),
        ("2d6 fire + 1d8 cold", "2d6 [fire] + 1d8 cold"),
        ("2(1d6)", "2*(1d6)"),
        ("1e3", "1 # e3"),
        ("1d6.5", "1d6 + .5"),
    ],
)
def test_a_likely_slip_gets_a_suggestion(text: str, meant: str) -> None:
    """The refusal of a likely typing error suggests the notation that the caller probably meant."""
    with pytest.raises(NotationRefusal) as caught:
        parse(text)
    crossed = unpickle_error(pickle_error(caught.value))
    assert isinstance(crossed, NotationRefusal)
    assert caught.value.says == crossed.says, "a refusal crosses from one process to another as it is"
    assert f"Did you mean {meant} ?" == caught.value.says.split("\n")[-1]
    parse(meant)


@pytest.mark.rule("DI-ERROR-02")
def test_an_unlikely_text_is_refused_without_a_suggestion() -> None:
    """A single word is unlikely to be meant as dice, so its refusal suggests no notation."""
    with refuses(NotationUnclear) as caught:
        parse("fireball")
    assert "Did you mean" not in caught.value.says


@pytest.mark.rule("DI-ERROR-02", "DI-KEPT-01")
@pytest.mark.parametrize("text", [
    "4d6kl0", "4d6dh4", "4d6kh0+1", "1d6dl # all", "2x(4d6kh0)", "3#1d20kh0", "4d6hk0", "9999w6", "900d6+900w6",
])  # fmt: skip
def test_no_suggestion_would_be_refused_itself(text: str) -> None:
    """If the likeliest correction keeps no die either, or rolls too many dice, nothing is suggested."""
    with pytest.raises(NotationRefusal) as caught:
        parse(text)
    assert "Did you mean" not in caught.value.says


@pytest.mark.rule("DI-ERROR-02")
def test_only_a_text_of_at_most_a_hundred_characters_gets_a_suggestion() -> None:
    """The refusal of a text longer than a hundred characters suggests nothing, because a search would take too long."""
    longest = "4d6hk3" + "+1" * 47
    says = []
    for text in (longest, longest + "0"):
        with refuses(NotationUnclear) as caught:
            parse(text)
        says.append(caught.value.says)

    assert len(longest) == 100
    assert ["Did you mean" in one for one in says] == [True, False]


# ---------------------------------------------------------------- batches and repeats


@pytest.mark.rule("DI-ROLL-04")
def test_a_refused_batch_names_the_faulty_roll() -> None:
    """If only the last of 58 rolls is faulty, the refusal names the fifty-eighth."""
    batch = roll(*[D20] * 57, Notation(text="1d"))
    assert "rolls[57].what.text" == _field(batch, NotationUnclear)
    for_eve = Roll(rolls=(RollAsk(what=D20), RollAsk(what=D20, who="eve")))
    assert "rolls[1].who" == _field(for_eve, SeatUnknown)


def _field(batch: Roll, kind: type[Refusal]) -> str | None:
    outcome = table_opened().when(batch, seat="gm", faces=Faces()).outcome
    assert isinstance(outcome, kind)
    return outcome.field


@pytest.mark.rule("DI-REPEAT-01")
@pytest.mark.parametrize("text", ["3#1d6", "3x1d6", "3 x 1d6", "3# 1d6"])
def test_a_repeated_notation_is_several_rolls(text: str) -> None:
    """A notation that repeats itself makes several rolls, each with its own id and its own notation."""
    once = Notation(text="1d6")
    table_opened().when(roll(Notation(text=text)), seat="ann", faces=Faces(1, 2, 3)).then(
        DiceRolled(
            rolls=tuple(Rolled(number=number, who="ann", what=once) for number in (1, 2, 3)),
            outcomes=(showing(1, "1d6"), showing(2, "1d6"), showing(3, "1d6")),
        )
    )


@pytest.mark.rule("DI-REPEAT-01")
@pytest.mark.parametrize("text", ["20 # to hit", "6 # 4d6 fell", "20 #4d6"])
def test_a_number_with_a_remark_is_no_repeat(text: str) -> None:
    """A number, a blank and `#` begin a remark, so the notation is rolled only once."""
    assert 1 == parse(text).times


@pytest.mark.rule("DI-REPEAT-02")
def test_repeats_are_bounded() -> None:
    """The limits on repeated rolls apply to one notation and to a whole command."""
    for text in ("0#1d6", "101#1d6", "0x1d6"):
        table_opened().when(roll(Notation(text=text))).then_refused(RepeatsOutOfBounds)
    sixty = Notation(text="60#1d6")
    table_opened().when(roll(sixty, sixty)).then_refused(RepeatsOutOfBounds, has=120)
    assert table_opened().when(roll(sixty, Notation(text="40#1d6")), faces=Faces(*[1] * 100)).take_events()
