"""Notations that had two meanings: repeats inside repeats, advantage after several dice, and rolls that keep no die."""

from __future__ import annotations

import pytest

from services.dice.chapters.rolls import DiceRolled
from services.dice.notation.notation import Notation
from services.dice.notation.outcomes import NotationOutcome
from services.dice.notation.parser import parse
from services.dice.notation.refusals import AdvantageNeedsOneDie, NotationUnclear, NothingKept, RepeatsOutOfBounds
from shared.kernel.chance import Faces
from tests.dice.scenes import roll, table_opened
from tests.dice.throwing import throw_notation


def rolled(text: str, *faces: int, form: int = 1) -> list[tuple[str, object, str]]:
    """Roll a notation on a table under this version of the rules; return the text, total and comment of each roll."""
    (event,) = table_opened(form=form).when(roll(Notation(text=text)), seat="ann", faces=Faces(*faces)).take_events()
    assert isinstance(event, DiceRolled)
    assert isinstance(event.outcomes, tuple)
    found: list[tuple[str, object, str]] = []
    for one, outcome in zip(event.rolls, event.outcomes, strict=True):
        assert isinstance(one.what, Notation)
        assert isinstance(outcome, NotationOutcome)
        found.append((one.what.text, outcome.total, outcome.comment))
    return found


# ---------------------------------------------------------------- repeats


@pytest.mark.rule("DI-R-25", "DI-REPEAT-01", "DI-REPEAT-02")
@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2#3#1d6", "6#1d6"),
        ("2x3#1d6", "6#1d6"),
        ("5 x 9 x 1d6 # fire", "45#1d6 # fire"),
        ("2#200#1d6", None),
        ("2#0#1d6", None),
        ("$a=1d6; 2#$a", None),
        ("$a=1d6; 2#1d6+$a", None),
    ],
)
def test_roll_has_one_number_of_repeats(text: str, meant: str | None) -> None:
    """A repeat inside a repeat, or after the names, is refused in rolls and in odds, and all repeats are suggested."""
    with pytest.raises(RepeatsOutOfBounds) as refused:
        Notation(text=text).odds()
    assert meant == refused.value.hint
    table_opened().when(roll(Notation(text=text)), faces=Faces()).then_refused(RepeatsOutOfBounds)
    if meant is not None:
        assert int(meant.partition("#")[0]) == parse(meant).times


@pytest.mark.rule("DI-R-25", "DI-ERROR-01")
@pytest.mark.parametrize(("text", "place"), [("2#3#1d6", 2), ("5 x 9 x 1d6", 4), ("$a=1d6; 2#$a", 8)])
def test_refusal_names_the_place_of_the_other_repeats(text: str, place: int) -> None:
    """The refusal says at which position of the text the other number of repeats stands."""
    with pytest.raises(RepeatsOutOfBounds) as refused:
        parse(text)
    assert (text, place) == (refused.value.text, refused.value.place)


@pytest.mark.rule("DI-R-25")
def test_label_after_repeats_is_no_comment() -> None:
    """A label between the repeats and the dice is refused: no roll without dice has the dice as its comment."""
    with pytest.raises(NotationUnclear):
        parse("2#[fire]1d6")


@pytest.mark.rule("DI-R-25", "DI-NAME-01")
def test_repeats_roll_the_names_anew() -> None:
    """Repeats before a named roll repeat the roll of the name too."""
    once = "$a=1d6; $a*2"
    assert [(once, 4, ""), (once, 10, "")] == rolled(f"2#{once}", 2, 5)
    assert "7" == Notation(text=f"2#{once}").odds().mean.exact


@pytest.mark.rule("DI-R-25", "DI-TEXT-04")
def test_comment_may_name_repeats() -> None:
    """What looks like repeats stays a comment if no dice or names follow, or if it stands in a comment."""
    assert (1, "5 # fire") == (parse("2#5 # fire").times, parse("2#5 # fire").comment)
    assert (1, "2#1d6") == (parse("$a=1d6; $a # 2#1d6").times, parse("$a=1d6; $a # 2#1d6").comment)


# ---------------------------------------------------------------- advantage


@pytest.mark.rule("DI-R-26", "DI-ADV-01")
@pytest.mark.parametrize(
    ("text", "faces", "total"),
    [
        ("1d20+1d4 adv", (3, 11, 4), 15),
        ("1d20+1d4 adv to hit", (3, 11, 4), 15),
        ("1d20+1d4 dis # to hit", (3, 11, 4), 7),
        ("1d20+1d4 adv // to hit", (3, 11, 4), 15),
        ("1d20+1d4 advantage, to hit", (3, 11, 4), 15),
        ("1d20+2d4 adv", (3, 11, 4, 1), 16),
        ("1d8+1d20+1d4 adv", (8, 3, 11, 4), 23),
        ("1d20+1d4adv", (3, 2, 4), 7),
        ("1d20+1d4 adv + 2", (3, 2, 4), 9),
        ("1d20+1d4 adv sa", (3, 2, 4), 7),
        ("1d8+1d4 adv", (8, 2, 4), 12),
        ("1d4 adv to heal", (2, 4), 4),
        ("1d20adv+1d4 adv", (3, 11, 2, 4), 15),
        ("1d20+2d20 adv", (3, 11, 5, 6), 22),
        ("1d20ro1 adv", (1, 12, 15), 15),
        ("1d20 ro1 adv to hit", (1, 12, 15), 15),
        ("2d6+d20ro1 adv", (4, 4, 1, 12, 15), 23),
    ],
)
def test_advantage_at_the_end_is_for_the_single_d20(text: str, faces: tuple[int, ...], total: int) -> None:
    """Advantage at the end is for the first single d20, and for the dice before it if there is none."""
    assert total == throw_notation(text, Faces(*faces)).total


@pytest.mark.rule("DI-R-26", "DI-ADV-02")
def test_advantage_at_the_end_is_never_for_several_dice() -> None:
    """Without a single d20, advantage after several dice is refused as before; words after # are the comment."""
    for text in ("1d8+2d4 adv", "2d20+2d4 adv"):
        with pytest.raises(AdvantageNeedsOneDie):
            parse(text)
    assert "to hit" == parse("1d20+1d4 adv # to hit").comment


# ---------------------------------------------------------------- rolls that keep nothing


@pytest.mark.rule("DI-R-27", "DI-KEPT-01")
@pytest.mark.parametrize(
    "text",
    [
        "1d6>1d6", "2d6>1dl2", "2d6>3dh2", "2d6cs6dl2", "2d6mi2dl2", "2d6sadl2", "2d6ro1dl2", "2d6u dl2", "2d6!!dl2",
        "2d6kh1ro1dl1", "2d6kh1udl1", "2d6kh1mi2dl1", "{1d6,1d8}>1dl2", "2d6k>7", "2d6!k>6", "2dFk>1", "2d6p<=6",
        "2d6p>3p<=3",
    ],
)  # fmt: skip
def test_notation_that_keeps_no_die_is_refused_after_other_modifiers(text: str) -> None:
    """Dice that are all dropped are refused whatever stands between, and so is a keep of values that no face shows."""
    with pytest.raises(NothingKept):
        parse(text)


@pytest.mark.rule("DI-R-27", "DI-CMP-02", "DI-ERROR-02")
def test_comparison_of_two_dice_is_suggested() -> None:
    """For dice that are compared without blanks, the comparison of their totals is suggested."""
    for text, meant, mean in (("1d6>1d6", "1d6 > 1d6", "5/12"), ("1d6>=1d6", "1d6 >= 1d6", "7/12")):
        with pytest.raises(NothingKept) as refused:
            parse(text)
        assert (meant, mean) == (refused.value.hint, Notation(text=meant).odds().mean.exact)


@pytest.mark.rule("DI-R-27", "DI-KEPT-01")
@pytest.mark.parametrize(
    "text",
    ["2d6!dl2", "2d6k>5", "2dFk>0", "2d6mi9k>7", "2d6!pk<1", "2d6!!k>6", "2d6kh1sadl1", "3d6kh2>1dl1", "2d6p>3p<3"],
)
def test_notation_that_may_keep_a_die_is_read(text: str) -> None:
    """Dice that explode, are clamped or show the value are kept in some rolls."""
    parse(text)


# ---------------------------------------------------------------- older tables


@pytest.mark.rule("DI-R-25", "DI-R-26", "DI-R-27", "DI-DIALECT-03")
def test_under_rules_version_0_such_notations_keep_their_meaning() -> None:
    """Under version 0 of the rules, inner repeats are comments, the last dice have advantage, and no die is kept."""
    assert [("3#1d6", 2, ""), ("3#1d6", 5, "")] == rolled("2#3#1d6", 2, 5, form=0)
    assert [("2#$a=1d6; $a*2", 2, "$a=1d6; $a*2")] == rolled("2#$a=1d6; $a*2", form=0)
    assert [("$a=1d6; 2#$a", 2, "$a")] == rolled("$a=1d6; 2#$a", 6, form=0)
    assert [("1d20+1d4 adv", 7, "")] == rolled("1d20+1d4 adv", 3, 2, 4, form=0)
    assert [("1d20+5 adv # to hit", 16, "# to hit")] == rolled("1d20+5 adv # to hit", 3, 11, form=0)
    assert [("1d6>1d6", 0, "")] == rolled("1d6>1d6", 6, form=0)
    assert [("2d6k>7", 0, "")] == rolled("2d6k>7", 6, 6, form=0)


# ---------------------------------------------------------------- even and odd


@pytest.mark.rule("DI-R-28", "DI-NOT-03", "DI-CMP-03")
@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("4d6rodd", "kh3"), ("2d3podd", "e2"), ("4d6csodd", "kh1"), ("4d6cseven", "cfodd"), ("4d6even", "kh1"),
        ("4d6uodd", "kh1"), ("4d6kodd", "dl1"), ("4d6even", "rr1"), ("4d6odd", "min2"), ("4d6podd", "ms<4"),
    ],
)  # fmt: skip
def test_modifier_follows_even_and_odd_without_a_blank(first: str, then: str) -> None:
    """A modifier directly after even or odd is read as it is with a blank before it, in all versions of the rules."""
    for dialect in (None, "arbiter@0"):
        joined, spaced = parse(first + then, dialect), parse(f"{first} {then}", dialect)
        assert repr(spaced.root).replace(f"{first} {then}", first + then) == repr(joined.root)
        assert "" == joined.comment


@pytest.mark.rule("DI-R-28")
def test_word_that_begins_with_even_or_odd_is_a_comment() -> None:
    """After dice and a blank, "evening" and "odds" are comments; directly after the dice they are refused."""
    for word in ("evening", "odds", "evens", "oddly"):
        assert ((), word) == (parse(f"4d6 {word}").root.modifiers, parse(f"4d6 {word}").comment)  # type: ignore[union-attr]
        with pytest.raises(NotationUnclear):
            parse(f"4d6{word}")


@pytest.mark.rule("DI-R-28")
@pytest.mark.parametrize("word", ["oddmin2", "oddma99", "oddcs", "oddcf>3", "oddro", "oddmt", "odddis", "odddl19"])
def test_word_that_was_a_comment_stays_one(word: str) -> None:
    """After a blank, a word of odd and a modifier was a comment before modifiers could follow odd, and still is."""
    for dialect in (None, "arbiter@0"):
        read = parse(f"4d6 {word}", dialect)
        assert ((), word) == (read.root.modifiers, read.comment)  # type: ignore[union-attr]
