"""Words after a notation that look like arithmetic, a comparison or an explosion.

The parser refuses them, except under version 0 of the rules.
"""

from __future__ import annotations

import pytest

from services.dice.chapters.rolls import DiceRolled
from services.dice.notation.dialects import Dialect
from services.dice.notation.notation import Notation
from services.dice.notation.outcomes import NotationOutcome
from services.dice.notation.parser import parse
from services.dice.notation.refusals import NotationUnclear
from shared.kernel.chance import Faces
from shared.kernel.messages import Secret
from tests.dice.scenes import roll, table_opened


@pytest.mark.rule("DI-TEXT-05", "DI-ERROR-02", "DI-R-24")
@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1d20 x 2", "1d20*2"),
        ("1d20 X 2", "1d20*2"),
        ("(1d20+5) x 2", "(1d20+5) # x 2"),
        ("1d20 vs 15", "1d20 >= 15"),
        ("1d20+5 vs. AC 15", "1d20+5 >= 15"),
        ("1d20+5 vs15", "1d20+5 >= 15"),
        ("1d20 versus 12", "1d20 >= 12"),
        ("1d20 against DC 12", "1d20 >= 12"),
        ("1d20 adv vs 15", "1d20 adv >= 15"),
        ("1d20 to hit vs 15", "1d20 # to hit vs 15"),
        ("1d20 to hit >= 15", "1d20 # to hit >= 15"),
        ("4d6 fire damage x 2", "4d6 # fire damage x 2"),
        ("2d6 ! Fire damage", "2d6 # Fire damage"),
        ("2d6kh1 ! Fire damage", "2d6kh1 # Fire damage"),
        ("1 d 6", "1d6"),
        ("2d 6", "2d6"),
        ("1d20 + 2 D 6", "1d20 + 2d6"),
        ("2 W 6", "2d6"),
        ("2 t 6", "2d6"),
        ("2 d %", "2d%"),
        ("4 d F", "4dF"),
        ("2 d {1,2}", "2d{1,2}"),
    ],
)
def test_words_that_look_like_operators_are_refused_with_a_suggestion(text: str, meant: str) -> None:
    """The parser refuses words that look like operators, which would be lost in a comment.

    It suggests a valid notation.
    """
    with pytest.raises(NotationUnclear) as refused:
        parse(text)

    assert meant == refused.value.hint
    parse(meant)


@pytest.mark.rule("DI-TEXT-05", "DI-TEXT-03", "DI-TEXT-02")
@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("1d20 vs goblins", "vs goblins"), ("1d20+5 DC15", "DC15"), ("1d20 # vs 15", "vs 15"),
        ("1d20 X-ray", "X-ray"), ("2d6! Fire damage", "Fire damage"), ("2d6 ! kh1", ""), ("2d6 !", ""), ("3 x 1d6", ""),
        ("1d20 box 2", "box 2"), ("3 days", "days"), ("1 d6", ""), ("1d20 # d 6", "d 6"), ("3 w", "w"),
        ("2 d Fire", "d Fire"),
    ],
)  # fmt: skip
def test_other_words_remain_a_comment(text: str, comment: str) -> None:
    """Text after # is always a comment, and a ! directly after dice is always an explosion."""
    assert comment == parse(text).comment


def total(text: str, *faces: int, form: int, dialect: Dialect | None = None) -> object:
    """Roll a notation on a table under this version of the rules; return the total."""
    what = Notation(text=text, dialect=dialect)
    (event,) = table_opened(form=form).when(roll(what), seat="ann", faces=Faces(*faces)).take_events()
    assert isinstance(event, DiceRolled)
    assert not isinstance(event.outcomes, Secret)
    assert (what,) == tuple(each.what for each in event.rolls)
    (outcome,) = event.outcomes
    assert isinstance(outcome, NotationOutcome)
    return outcome.total


@pytest.mark.rule("DI-DIALECT-03", "DI-TEXT-05")
def test_under_rules_version_0_such_words_are_comments() -> None:
    """Under version 0 of the rules, words that look like operators are a comment. The current version refuses them."""
    for text, faces, comes_to in (
        ("1d20 x 2", (7,), 7),
        ("1d20 vs 15", (7,), 7),
        ("2d6 ! Fire", (6, 1, 2), 9),
        ("1 d 6", (), 1),
    ):
        assert comes_to == total(text, *faces, form=0)
        table_opened().when(roll(Notation(text=text)), seat="ann", faces=Faces()).then_refused(NotationUnclear)


@pytest.mark.rule("DI-DIALECT-03", "DI-DIALECT-01")
def test_under_rules_version_0_dialects_keep_their_old_meaning() -> None:
    """Under version 0 of the rules, sums in brackets and comparisons after `mt` have their old meaning."""
    sums, sets = "(2d4+1)k4", "5d6mt3>4"
    assert (5, 0) == (total(sums, 4, 1, form=0, dialect="d20"), total(sums, 4, 1, form=1, dialect="d20"))
    assert 4 == total(sums, 2, 1, form=1, dialect="d20")
    faces = (2, 2, 2, 5, 6)
    assert (1, 0) == (total(sets, *faces, form=0, dialect="roll20"), total(sets, *faces, form=1, dialect="roll20"))
    assert 1 == total(sets, 4, 4, 4, 5, 6, form=1, dialect="roll20")


@pytest.mark.rule("DI-DIALECT-03", "DI-REPEAT-01")
def test_under_rules_version_0_a_repeated_roll_keeps_such_words() -> None:
    """Under version 0 of the rules, repeated rolls are each recorded with the words that look like operators."""
    (event,) = table_opened(form=0).when(roll(Notation(text="2#1d6 x 2")), seat="ann", faces=Faces(3, 4)).take_events()

    assert isinstance(event, DiceRolled)
    assert [Notation(text="1d6 x 2")] * 2 == [each.what for each in event.rolls]
