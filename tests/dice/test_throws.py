"""Results of rolled dice. Each row has a notation, its faces and its total."""

from __future__ import annotations

import pytest

from services.dice.notation.expression import CHAIN, REROLLS
from services.dice.notation.outcomes import NotationOutcome, ThrownDice, ThrownGroup
from services.dice.notation.parser import parse
from shared.kernel.chance import DiceDraw, Faces
from tests.dice.tapes import SameFace
from tests.dice.throwing import evaluate, throw_notation


def throw(text: str, *faces: int) -> NotationOutcome:
    """Throw a notation with exactly these faces."""
    tape = Faces(*faces)
    outcome = throw_notation(text, tape)
    tape.finish()
    assert outcome == evaluate(parse(text), Faces(*faces))
    return outcome


@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        pytest.param("d6", (4,), 4, marks=pytest.mark.rule("DI-DICE-01")),
        pytest.param("3d6", (4, 1, 6), 11, marks=pytest.mark.rule("DI-DICE-01")),
        pytest.param("0d6", (), 0, marks=pytest.mark.rule("DI-DICE-01")),
        pytest.param("d%", (100,), 100, marks=pytest.mark.rule("DI-DICE-02")),
        pytest.param("2d%", (1, 37), 38, marks=pytest.mark.rule("DI-DICE-02")),
        pytest.param("4dF", (1, 2, 3, 3), 1, marks=pytest.mark.rule("DI-DICE-03")),
        pytest.param("2dF.2", (1, 1), -2, marks=pytest.mark.rule("DI-DICE-03")),
        pytest.param("6dF.1", (1, 2, 3, 4, 5, 6), 0, marks=pytest.mark.rule("DI-DICE-03")),
        pytest.param("(2+2)d(2*3)", (6, 5, 4, 3), 18, marks=pytest.mark.rule("DI-DICE-04")),
        pytest.param("2d6! + 1d4", (6, 1, 3, 4), 14, marks=pytest.mark.rule("DI-DICE-05")),
        pytest.param("2d6kl1!", (6, 1), 1, marks=pytest.mark.rule("DI-MOD-01")),
        pytest.param("2d6!kl1", (6, 1, 3), 1, marks=pytest.mark.rule("DI-MOD-01")),
        pytest.param("1d6min3r3", (1, 5), 5, marks=pytest.mark.rule("DI-MOD-01")),
        pytest.param("2d6>=5kh1", (6, 5), 1, marks=pytest.mark.rule("DI-MOD-01")),
        pytest.param("4d6kh3", (3, 1, 6, 5), 14, marks=pytest.mark.rule("DI-KEEP-01")),
        pytest.param("4d6kl3", (3, 1, 6, 5), 9, marks=pytest.mark.rule("DI-KEEP-01")),
        pytest.param("4d6dl1", (3, 1, 6, 5), 14, marks=pytest.mark.rule("DI-KEEP-01")),
        pytest.param("4d6dh1", (3, 1, 6, 5), 9, marks=pytest.mark.rule("DI-KEEP-01")),
        pytest.param("4d6d1", (3, 1, 6, 5), 14, marks=pytest.mark.rule("DI-KEEP-01")),
        pytest.param("2d20kh", (3, 11), 11, marks=pytest.mark.rule("DI-KEEP-01")),
        pytest.param("2d20dh", (3, 11), 3, marks=pytest.mark.rule("DI-KEEP-01")),
        pytest.param("2d20kh9", (3, 11), 14, marks=pytest.mark.rule("DI-KEEP-01")),
        pytest.param("4d6k3", (3, 1, 6, 5), 14, marks=pytest.mark.rule("DI-KEEP-02")),
        pytest.param("4d6k=3", (3, 1, 3, 5), 6, marks=pytest.mark.rule("DI-KEEP-02", "DI-KEEP-03")),
        pytest.param("4d6k>4", (3, 5, 6, 4), 11, marks=pytest.mark.rule("DI-KEEP-03")),
        pytest.param("4d6p<3", (3, 1, 6, 2), 9, marks=pytest.mark.rule("DI-KEEP-03")),
        pytest.param("4d6p1", (3, 1, 1, 2), 5, marks=pytest.mark.rule("DI-KEEP-03")),
        pytest.param("4d6kh1kl1", (1, 2, 3, 4), 5, marks=pytest.mark.rule("DI-KEEP-04")),
        pytest.param("4d6dh1dl1", (1, 2, 3, 4), 5, marks=pytest.mark.rule("DI-KEEP-04")),
        pytest.param("2d6!", (6, 1, 6, 2), 15, marks=pytest.mark.rule("DI-EXP-01")),
        pytest.param("2d6!>=5", (5, 1, 2), 8, marks=pytest.mark.rule("DI-EXP-01")),
        pytest.param("1d6!=3", (3, 6), 9, marks=pytest.mark.rule("DI-EXP-01")),
        pytest.param("3d6!>4", (5, 6, 1, 6, 2, 3), 23, marks=pytest.mark.rule("DI-EXP-01")),
        pytest.param("2dF!", (3, 2, 1), 0, marks=pytest.mark.rule("DI-EXP-01")),
        pytest.param("2d6!!", (6, 1, 6, 5), 18, marks=pytest.mark.rule("DI-EXP-02")),
        pytest.param("2d6!!kh1", (6, 1, 6, 5), 17, marks=pytest.mark.rule("DI-EXP-02")),
        pytest.param("2d6!!>=15", (6, 1), 7, marks=pytest.mark.rule("DI-EXP-02")),
        pytest.param("1d6!p", (6, 6, 3), 13, marks=pytest.mark.rule("DI-EXP-03")),
        pytest.param("1d6!!p", (6, 6, 3), 13, marks=pytest.mark.rule("DI-EXP-03")),
        pytest.param("1d6!p>=5", (5, 5, 1), 9, marks=pytest.mark.rule("DI-EXP-03")),
        pytest.param("2d6e6", (6, 1, 3), 10, marks=pytest.mark.rule("DI-EXP-04")),
        pytest.param("2d6eh1", (3, 4, 6, 2), 15, marks=pytest.mark.rule("DI-EXP-04")),
        pytest.param("2d6ra6", (6, 6, 3), 15, marks=pytest.mark.rule("DI-EXP-04")),
        pytest.param("2d6ra6", (5, 4), 9, marks=pytest.mark.rule("DI-EXP-04")),
        pytest.param("1d6r<3", (1, 2, 5), 5, marks=pytest.mark.rule("DI-RE-01")),
        pytest.param("2d6r", (1, 4, 3), 7, marks=pytest.mark.rule("DI-RE-01")),
        pytest.param("2d6rr2", (2, 4, 2, 3), 7, marks=pytest.mark.rule("DI-RE-01")),
        pytest.param("2dFr", (1, 3, 2), 1, marks=pytest.mark.rule("DI-RE-01")),
        pytest.param("1d6ro<3", (1, 2), 2, marks=pytest.mark.rule("DI-RE-02")),
        pytest.param("3d6rol1", (4, 2, 6, 3), 13, marks=pytest.mark.rule("DI-RE-02")),
        pytest.param("2d6ro", (1, 4, 1), 5, marks=pytest.mark.rule("DI-RE-02")),
        pytest.param("3d6u", (1, 1, 2, 2, 3), 6, marks=pytest.mark.rule("DI-RE-03")),
        pytest.param("2d6uo", (4, 4, 4), 8, marks=pytest.mark.rule("DI-RE-03")),
        pytest.param("4d6u=3", (3, 3, 2, 2, 5), 12, marks=pytest.mark.rule("DI-RE-03")),
        pytest.param("2d6min3max4", (1, 6), 7, marks=pytest.mark.rule("DI-CLAMP-01")),
        pytest.param("2d6mi3ma4", (1, 6), 7, marks=pytest.mark.rule("DI-CLAMP-01")),
        pytest.param("2d6min2.5", (1, 6), "17/2", marks=pytest.mark.rule("DI-CLAMP-01")),
        pytest.param("1d6min6!", (1, 2), 8, marks=pytest.mark.rule("DI-CLAMP-01")),
        pytest.param("2d6min-1", (1, 6), 7, marks=pytest.mark.rule("DI-CLAMP-01")),
        pytest.param("4d10>=8f=1", (8, 1, 10, 2), 1, marks=pytest.mark.rule("DI-CMP-01")),
        pytest.param("4d10>5f>=5", (8, 1, 10, 5), 1, marks=pytest.mark.rule("DI-CMP-01")),
        pytest.param("4d10<>1", (8, 1, 10, 2), 3, marks=pytest.mark.rule("DI-CMP-01")),
        pytest.param("3d6>=5>=2", (1, 2, 6), 2, marks=pytest.mark.rule("DI-CMP-01")),
        pytest.param("2d6!>=5>=4", (6, 1, 4), 2, marks=pytest.mark.rule("DI-CMP-01")),
        pytest.param("2d6 >= 5", (2, 3), 1, marks=pytest.mark.rule("DI-CMP-02")),
        pytest.param("(2d6)>=5", (1, 1), 0, marks=pytest.mark.rule("DI-CMP-02")),
        pytest.param("1d6 = 1d6", (3, 3), 1, marks=pytest.mark.rule("DI-CMP-02")),
        pytest.param("3 > 2 > 1", (), 0, marks=pytest.mark.rule("DI-CMP-02")),
        pytest.param("4d6sd", (1, 4, 2, 3), 10, marks=pytest.mark.rule("DI-SHOW-01")),
        pytest.param("2d20cs>=19cf<=2", (19, 1), 20, marks=pytest.mark.rule("DI-SHOW-02")),
        pytest.param("{2d6, 1d8}kh1", (1, 2, 7), 7, marks=pytest.mark.rule("DI-GRP-01")),
        pytest.param("(1d6, 2d8)kh1", (6, 1, 2), 6, marks=pytest.mark.rule("DI-GRP-01")),
        pytest.param("(1d6, 2d8, 3)", (6, 1, 2), 12, marks=pytest.mark.rule("DI-GRP-01")),
        pytest.param("(1d6,)", (6,), 6, marks=pytest.mark.rule("DI-GRP-01")),
        pytest.param("()", (), 0, marks=pytest.mark.rule("DI-GRP-01")),
        pytest.param("{2d6,3d6}>=7", (6, 1, 1, 1, 1), 1, marks=pytest.mark.rule("DI-GRP-01", "DI-CMP-01")),
        pytest.param("{2d6,3d6,4}>=7f<4", (6, 1, 1, 1, 1), 0, marks=pytest.mark.rule("DI-GRP-01")),
        pytest.param("{4d6, {2d8, 3d4}kh1}kl1", (1, 1, 1, 1, 8, 8, 4, 4, 4), 4, marks=pytest.mark.rule("DI-GRP-01")),
        pytest.param("{4d6+2d8}kh3", (1, 2, 3, 4, 8, 7), 19, marks=pytest.mark.rule("DI-GRP-02")),
        pytest.param("{2d6+3}kh1", (2, 5), 8, marks=pytest.mark.rule("DI-GRP-02")),
        pytest.param("{2d6*2}kh1", (2, 5), 10, marks=pytest.mark.rule("DI-GRP-02")),
        pytest.param("(2d20)kl1", (12, 5), 5, marks=pytest.mark.rule("DI-GRP-02")),
        pytest.param("{2d6+1d8}>=5", (5, 1, 7), 2, marks=pytest.mark.rule("DI-GRP-02")),
        pytest.param("{2d6kh1+1d8}dl1", (5, 6, 7), 7, marks=pytest.mark.rule("DI-GRP-02")),
        pytest.param("7/2", (), "7/2", marks=pytest.mark.rule("DI-NUM-01")),
        pytest.param("1.5+1.5", (), 3, marks=pytest.mark.rule("DI-NUM-01")),
        pytest.param("1d6/3*3", (5,), 5, marks=pytest.mark.rule("DI-NUM-01")),
        pytest.param("-7/2", (), "-7/2", marks=pytest.mark.rule("DI-NUM-01")),
        pytest.param("-2^2", (), -4, marks=pytest.mark.rule("DI-NUM-02")),
        pytest.param("2^3^2", (), 512, marks=pytest.mark.rule("DI-NUM-02")),
        pytest.param("2**-2", (), "1/4", marks=pytest.mark.rule("DI-NUM-02")),
        pytest.param("(-2)^3", (), -8, marks=pytest.mark.rule("DI-NUM-02")),
        pytest.param("7//2", (), 3, marks=pytest.mark.rule("DI-NUM-02")),
        pytest.param("-7//2", (), -4, marks=pytest.mark.rule("DI-NUM-02")),
        pytest.param("-7%3", (), 2, marks=pytest.mark.rule("DI-NUM-02")),
        pytest.param("7.5%2", (), "3/2", marks=pytest.mark.rule("DI-NUM-02")),
        pytest.param("2+3*4-6/3", (), 12, marks=pytest.mark.rule("DI-NUM-02")),
        pytest.param("10-4-3", (), 3, marks=pytest.mark.rule("DI-NUM-02")),
        pytest.param("--2", (), 2, marks=pytest.mark.rule("DI-NUM-02")),
        pytest.param("2--2", (), 4, marks=pytest.mark.rule("DI-NUM-02")),
        pytest.param("1d6^2", (5,), 25, marks=pytest.mark.rule("DI-NUM-02")),
        pytest.param("round(5/2)", (), 3, marks=pytest.mark.rule("DI-FUN-01")),
        pytest.param("round(-5/2)", (), -3, marks=pytest.mark.rule("DI-FUN-01")),
        pytest.param("round(7/3)", (), 2, marks=pytest.mark.rule("DI-FUN-01")),
        pytest.param("floor(-5/2)+ceil(-5/2)", (), -5, marks=pytest.mark.rule("DI-FUN-01")),
        pytest.param("abs(-3)+sign(-3)+sign(0)", (), 2, marks=pytest.mark.rule("DI-FUN-01")),
        pytest.param("max(1d6, 2d4, 3)", (2, 1, 1), 3, marks=pytest.mark.rule("DI-FUN-01")),
        pytest.param("min(1d6, 3)", (2,), 2, marks=pytest.mark.rule("DI-FUN-01")),
        pytest.param("pow(1d6, 3)", (2,), 8, marks=pytest.mark.rule("DI-FUN-01")),
        pytest.param("abs(1d6-4)", (1,), 3, marks=pytest.mark.rule("DI-FUN-01")),
    ],
)
def test_each_notation_has_the_listed_total(text: str, faces: tuple[int, ...], total: int | str) -> None:
    """Each notation uses exactly the listed faces, and evaluates to the listed total."""
    assert throw(text, *faces).total == total


@pytest.mark.rule("DI-ROLL-01", "DI-EXP-01")
def test_every_extra_throw_is_recorded_with_its_cause() -> None:
    """The record of an extra throw names the throw that caused it."""
    assert throw("4d6!kh3", 6, 1, 6, 2, 6, 3, 4).dice == (
        ThrownDice(
            text="4d6!kh3", faces=(6, 1, 6, 2, 6, 3, 4), total=18, sources=(0, 2, 4), dropped=(1, 3, 5, 6)
        ),
    )  # fmt: skip


@pytest.mark.rule("DI-ROLL-01", "DI-EXP-02", "DI-EXP-03")
def test_joined_throws_are_recorded_with_their_value() -> None:
    """Joined throws are recorded with the die's value, which differs from the faces."""
    assert throw("2d6!!p", 6, 1, 6, 5).dice == (
        ThrownDice(
            text="2d6!!p", faces=(6, 1, 6, 5), total=16, sources=(0, 2), joined=(2, 3), values=(15, 1, 5, 4)
        ),
    )  # fmt: skip


@pytest.mark.rule("DI-ROLL-01", "DI-RE-01")
def test_a_reroll_replaces_the_throw_before_it() -> None:
    """A reroll replaces the throw before it, which no longer counts."""
    assert throw("2d6r<3", 1, 4, 2, 5).dice == (
        ThrownDice(text="2d6r<3", faces=(1, 4, 2, 5), total=9, sources=(0, 2), rerolled=(0, 2)),
    )


@pytest.mark.rule("DI-CMP-01", "DI-SHOW-01", "DI-SHOW-02")
def test_counted_marked_and_sorted_dice_are_recorded_by_position() -> None:
    """The outcome lists counted, marked and sorted dice by their positions."""
    assert throw("4d10>=8f=1cs=10cf<=2sd", 8, 1, 10, 2).dice == (
        ThrownDice(
            text="4d10>=8f=1cs=10cf<=2sd", faces=(8, 1, 10, 2), total=1, successes=(0, 2), failures=(1,),
            criticals=(2,), fumbles=(1, 3), order=(2, 0, 3, 1),
        ),
    )  # fmt: skip
    assert throw("4d6s", 1, 4, 2, 3).dice[0].order == (0, 2, 3, 1)


@pytest.mark.rule("DI-KEEP-05")
def test_among_equal_dice_the_first_is_highest_and_lowest() -> None:
    """Among equal dice, the first counts as highest and as lowest. This decides which die is dropped, not the total."""
    assert throw("2d20kl1", 3, 3).dice[0].dropped == (1,)
    assert throw("2d20kh1", 3, 3).dice[0].dropped == (1,)


@pytest.mark.rule("DI-GRP-01", "DI-GRP-02", "DI-CMP-01")
def test_groups_are_recorded_with_their_members() -> None:
    """A group is recorded with the totals of its members. A group of one member lists its dice instead."""
    assert throw("{2d6, 1d8+1}dl1>=5", 1, 2, 7).groups == (
        ThrownGroup(
            text="{2d6, 1d8+1}dl1>=5", members=(3, 8), total=1, dropped=(0,), successes=(1,)
        ),
    )  # fmt: skip
    pooled = throw("{2d6+1d8}kh1", 1, 2, 7)
    assert pooled.groups == (ThrownGroup(text="{2d6+1d8}kh1", members=(1, 2, 7), total=7, dropped=(0, 1)),)
    assert [dice.dropped for dice in pooled.dice] == [(0, 1), ()]
    assert [dice.total for dice in pooled.dice] == [0, 7]


@pytest.mark.rule("DI-NOT-04")
def test_labels_belong_to_the_dice_before_them() -> None:
    """A label after brackets applies to all dice inside them. The comment applies to the whole roll."""
    outcome = throw("(2d6[a] + 1d4)[fire] + 1d4 [cold] /* and wet */ # for glory", 3, 4, 2, 1)
    assert [dice.labels for dice in outcome.dice] == [("fire", "a"), ("fire",), ("cold", "and wet")]
    assert outcome.comment == "for glory"


@pytest.mark.rule("DI-DICE-05")
def test_each_term_and_each_round_of_extra_dice_is_one_draw() -> None:
    """Terms are drawn from left to right. After each term follows one draw for each round of its extra dice."""
    tape = Faces(6, 6, 6, 1, 1, 4, 3)
    throw_notation("2d6! + 1d4 + 1d6r", tape)
    draws = [(draw.purpose, draw.sides, draw.faces) for _, draw in tape.taken if isinstance(draw, DiceDraw)]
    assert draws == [
        ("dice", 6, (6, 6)),
        ("explosion", 6, (6, 1)),
        ("explosion", 6, (1,)),
        ("dice", 4, (4,)),
        ("dice", 6, (3,)),
    ]


@pytest.mark.rule("DI-LIMIT-06")
@pytest.mark.parametrize(
    ("text", "face", "throws"),
    [
        ("1d2!", 2, 1 + CHAIN),
        ("3d2!", 2, 3 + 3 * CHAIN),
        ("1d2!!p", 2, 1 + CHAIN),
        ("1d2r2", 2, 1 + REROLLS),
        ("2d2u", 2, 2 + REROLLS),
        ("1d2!r2", 2, (1 + CHAIN) * (1 + REROLLS)),
        ("1d2r2!", 2, 1 + REROLLS),
    ],
)
def test_a_chain_ends_after_a_hundred_extra_throws(text: str, face: int, throws: int) -> None:
    """A chain of extra throws ends after a hundred. The last throw of an explosion counts as it is.

    The last throw of a reroll can only show a face that ends the reroll.
    """
    tape = SameFace(face)
    outcome = throw_notation(text, tape)
    assert sum(len(dice.faces) for dice in outcome.dice) == throws
