"""Notations that d20 and rpg-dice-roller accept, and d20's totals where the rule ledger agrees with d20."""

from __future__ import annotations

import random
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.dice.notation.parser import parse
from services.dice.notation.refusals import (
    MayDivideByZero,
    NeverEnds,
    NothingKept,
    NumberTooGreat,
    TooManyDice,
    TooManyFurtherThrows,
)
from tests.dice.tapes import RandomTape
from tests.dice.throwing import throw_notation
from tests.support.sampling import sampled

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # d20 and its parser predate Python's newest warnings
    import d20

LIMITS = (MayDivideByZero, NeverEnds, NothingKept, NumberTooGreat, TooManyDice, TooManyFurtherThrows)

D20 = [
    "1", "1.5", ".5", "1d20", "d20", "d%", "2d%", "4d6kh3", "4d6kl1", "4d6ph1", "4d6pl1", "4d6k3", "4d6p1",
    "4d6k>2", "4d6p<3", "4d6k<4", "4d6kh1kl1", "4d6rr1", "4d6rr<3", "4d6rr1rr2", "4d6ro1", "4d6ro<3", "4d6roh1",
    "4d6rol2", "4d6ra6", "4d6ra>4", "4d6rah1", "4d6e6", "4d6e>4", "4d6el1", "4d6mi2", "4d6ma5", "4d6mi2ma5",
    "4d6mi2kh3", "4d6e6kh3rr1", "1d20+5", "1d20 + 5", "1d20 - 5", "2 * 3", "7 / 2", "7 // 2", "7 % 2",
    "1d20+2d6*3", "-1d6", "+1d6", "--1", "- -1", "(1d6)", "(1d6 + 2) * 3", "(1d6, 2d8)", "(1d6,)", "()",
    "(1d6, 2d8)kh1", "(1d6, 2d8, 3)pl1", "(1, 2, 3)k>1", "(1, 2, 3)k2", "((1d6, 1d8)kh1, 2)kl1", "(2d6)kh1",
    "(1d4 + 1, 3)kl1", "1d20 > 10", "1d20 >= 10", "1d20 == 10", "1d20 != 10", "1d20 < 10", "1d20 <= 10",
    "1 < 2 < 3", "1d20[fire]", "1d20 [fire] [cold]", "1d6[fire] + 2d8[cold]", "3[bonus]", "(1d6)[x]",
    "4d6kh3[abc] * 2", "10d10k>5", "1d20+5 ", "1d1", "0d6", "1d20\n+ 5", "1d6 [a, b]",
]  # fmt: skip

RPG_DICE_ROLLER = [
    "d6", "4d10", "d%", "4d%", "dF", "4dF", "4dF.2", "4dF.1", "(4+2)d6", "4d(2*3)", "(10/2)d(3+3)", "2d6min3",
    "4d20min10", "2d6max3", "2d6min-1", "3d10max5.5", "2d6!", "2d6!=5", "4d10!<=3", "2d6!>4", "2d6!!",
    "2d6!!=5", "4d10!!<=3", "2d6!p", "2d6!p=5", "4d10!p<=3", "2d6!!p", "2d6!!p=5", "4d%!", "4dF!", "4dF.1!>=0",
    "2d6r", "2d6r=5", "4d10r<=3", "2d6ro", "2d6ro=5", "4d10ro<=3", "2d6r<>3", "2d6r!=3", "2d6u", "2d6uo",
    "4d10u=3", "4d10uo<3", "4d10kh2", "4d10k2", "4d10kl2", "4d10dh2", "4d10dl2", "4d10d2", "4d10d2k1",
    "4d10kl2dh1", "2d6=6", "4d3>1", "4d3<2", "5d8>=5", "6d10<=4", "4d6<>3", "4d6>4f<3", "3d6=3f=1",
    "4d10>5f>=9", "4dF>0f<0", "5d20cs>=20", "4d10cf<2", "4d20cs>16cf<4", "4d6s", "4d6sa", "10d10sd", "4d6!kh3s",
    "4d6>=5cs=6cf=1sd", "{4d6, 3d8}", "{4d6+2d8, 3d20+3, 5d10+1}", "{4d6+2d8, 3d20+3, 5d10+1}kh2",
    "{4d6+2d8}kh3", "{2d20+3, 4d6}dl1", "{4d6+2d8-3d4}>=4", "{3d20+5}>21f<=10", "{4d6, 2*3d8}sd",
    "{4d6, {2d8, 3d4}kh1}kl1", "{ 1d6 , 2d6 }k1", "{1d6}", "1+2", "3 - 4", "5*6", "7 / 8", "9 % 2", "2^3",
    "2 ** 3", "4d6+2d10-1", "(2d6+1)*3", "1.25*2", "-3", "d6*-2", "abs(-5)", "ceil(5.3)", "floor(5.7)",
    "round(2d10/3)", "sign(-2)", "max(4d6, 2d10)", "min(4, 2d6)", "pow(2d6, 2)", "floor(max(4d6, 2d10) / 3)",
    "4d6 // Fire damage", "4d6 # Fire damage", "4d6 [Fire]", "4d6 /* Fire */", "4d6[a]+2d8 # b",
    "{4d6, 2d8}kh1 // best", "2d8 # one\n + 2d6 # two", "4d6 /* two\nlines */ + 1",
]  # fmt: skip


@pytest.mark.rule("DI-NOT-01")
@pytest.mark.parametrize("text", D20)
def test_notations_that_d20_accepts_are_accepted(text: str) -> None:
    """d20's own parser accepts each of these notations, and so does ours."""
    d20.parse(text)
    parse(text)


@pytest.mark.rule("DI-NOT-01")
@pytest.mark.parametrize("text", RPG_DICE_ROLLER)
def test_the_documented_notations_of_rpg_dice_roller_are_accepted(text: str) -> None:
    """The parser accepts every form that the documentation of rpg-dice-roller shows."""
    parse(text)


numbers = st.integers(0, 12).map(str)
selectors = st.tuples(st.sampled_from(["", "h", "l", "<", ">"]), numbers).map("".join)
keeps = st.tuples(st.sampled_from(["k", "p"]), selectors).map("".join)
others = st.tuples(st.sampled_from(["rr", "ro", "ra", "e"]), selectors).map("".join)
clamps = st.tuples(st.sampled_from(["mi", "ma"]), numbers).map("".join)
sides = st.sampled_from(["4", "6", "10", "%"])
dice = st.builds(
    lambda count, of, operations: f"{count}d{of}{''.join(operations)}",
    st.one_of(st.just(""), numbers), sides, st.lists(st.one_of(keeps, others, clamps), max_size=3),
)  # fmt: skip
labels = st.sampled_from(["", "", "", "[fire]", " [a] [b]"])
signs = st.sampled_from(["+", "-", "*", "/", "//", "%", "<", ">", "==", ">=", "<=", "!="])


def whole(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Draw texts that d20's grammar builds from these parts."""
    return st.one_of(
        st.tuples(st.sampled_from(["-", "+", "- "]), parts).map("".join),
        st.tuples(parts, signs, parts).map(" ".join),
        st.builds(
            lambda of, comma, operations: f"({', '.join(of)}{comma}){''.join(operations)}",
            st.lists(parts, min_size=1, max_size=3), st.sampled_from(["", ","]), st.lists(keeps, max_size=2),
        ),
    )  # fmt: skip


expressions = st.recursive(st.tuples(st.one_of(numbers, dice), labels).map("".join), whole, max_leaves=6)


@pytest.mark.rule("DI-NOT-01")
@settings(max_examples=sampled(60, of=300), deadline=None)
@given(expressions)
def test_a_text_of_d20s_grammar_is_refused_only_by_a_limit(text: str) -> None:
    """A text of d20's grammar is parsed, or one of the ledger's limits refuses it."""
    d20.parse(text)
    try:
        parse(text)
    except LIMITS:
        return


SAME = [
    "4d6kh3", "4d6kl2", "4d6ph1", "4d6pl2", "4d6p1", "4d6k>3", "4d6p<3", "5d6kh1kl1", "6d6rr1", "6d6rr<3",
    "6d6ro1", "6d6ro>4", "3d6roh1", "3d6rol1", "6d6ra6", "6d6ra>4", "6d6e6", "6d6e>4", "3d6eh1", "3d6el1",
    "4d6mi3", "4d6ma4", "4d6mi3ma4kh2", "4d6e6kh3", "4d6rr1e6pl1", "1d20+5", "2d6*3-1d4", "2d6//4", "2d6%4",
    "-2d6+3", "(1d6, 2d8)kh1", "(1d6, 2d8, 5)pl1", "(1d6+2, 1d8)kl1", "(2d6)kh1", "2d6 > 7",
    "2d6 <= 7", "(1d4, 1d6, 1d8)k>3", "((1d6, 1d8)kh1, 4)kl1", "4d10e>8rr<2",
]  # fmt: skip


@pytest.mark.rule("DI-NOT-01", "DI-KEEP-03", "DI-KEEP-04", "DI-EXP-04", "DI-RE-01", "DI-RE-02", "DI-CLAMP-01")
@pytest.mark.parametrize("text", SAME)
def test_the_same_faces_give_the_totals_of_d20(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a hundred seeds, d20 and our roller draw the same faces in the same order, with the same totals."""
    for seed in range(100):
        monkeypatch.setattr(d20.expression, "random", random.Random(seed))
        expected = d20.roll(text).total
        assert throw_notation(text, RandomTape(random.Random(seed))).total == expected
