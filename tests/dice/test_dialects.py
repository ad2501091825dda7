"""Dialects: each row of the table of differences, and the totals that the d20 library computes."""

from __future__ import annotations

import random
import tomllib
import warnings
from typing import Any, Final

import msgspec
import pytest

from services.dice.notation.dialects import DIALECTS, OURS
from services.dice.notation.expression import Dice, Drop, Group, Keep, Node, children, with_parts
from services.dice.notation.notation import Notation
from services.dice.notation.parser import parse
from shared.kernel.refusals import Refusal
from shared.platform.ledger import CONTRACTS
from tests.dice.enumeration import shares
from tests.dice.tapes import RandomTape
from tests.dice.throwing import throw_notation

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # d20 and its parser predate Python's newest warnings
    import d20

ROWS: Final[list[dict[str, Any]]] = tomllib.loads((CONTRACTS / "dice" / "dialects.toml").read_text())["row"]


def bare(node: Node) -> Node:
    """Return a parse tree without source texts and other parts that the comparison ignores."""
    node = with_parts(node, [bare(child) for child in children(node)])
    if not isinstance(node, Dice | Group):
        return node
    modifiers = tuple(
        msgspec.structs.replace(each, twice=False) if isinstance(each, Keep | Drop) else each for each in node.modifiers
    )  # another test covers which of equal dice is picked
    plain = msgspec.structs.replace(node, text="", modifiers=modifiers)
    return (
        msgspec.structs.replace(plain, die=msgspec.structs.replace(plain.die, name=""))
        if isinstance(plain, Dice)
        else plain
    )


def meaning(row: dict[str, Any], *, dialect: bool) -> object:
    """Return the meaning of a row's text: its tree, or its odds if the row compares only odds."""
    what = Notation(text=row["text"], dialect=row["dialect"] if dialect else None)
    try:
        tree = bare(parse(what.text, what.dialect).root)
    except Refusal as refusal:
        return type(refusal)
    return shares(what.distribution()) if row.get("same") == "odds" else tree


@pytest.mark.rule("DI-DIALECT-01", "DI-DIALECT-02")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['dialect']}: {row['text']}")
def test_a_text_in_a_dialect_has_the_listed_meaning(row: dict[str, Any]) -> None:
    """A text in its dialect means the same as the text in the row in Arbiter's own notation."""
    ours = {"text": row["means"], "dialect": row["dialect"], "same": row.get("same")}
    assert meaning(ours, dialect=False) == meaning(row, dialect=True)


@pytest.mark.rule("DI-DIALECT-02")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['dialect']}: {row['text']}")
def test_each_row_is_a_difference(row: dict[str, Any]) -> None:
    """Without its dialect, each text in the table has another meaning or is refused."""
    assert meaning(row, dialect=False) != meaning(row, dialect=True)


@pytest.mark.rule("DI-DIALECT-01")
def test_every_dialect_has_a_difference() -> None:
    """Every dialect has at least one row in the table of differences."""
    assert {row["dialect"] for row in ROWS} == set(DIALECTS) - {OURS}


@pytest.mark.rule("DI-DIALECT-01")
def test_a_common_notation_means_the_same_in_every_dialect() -> None:
    """`4d6kh3` has the same meaning in every dialect."""
    expected = bare(parse("4d6kh3 + 2 [strength]").root)
    for dialect in ("d20", "rpg-dice-roller", "foundry", "roll20"):
        assert expected == bare(parse("4d6kh3 + 2 [strength]", dialect).root)


AS_D20 = [
    "4d6k3", "4d6k3k5", "(1d6, 2d8, 3)k3", "2d6>=7", "2d6>7", "1d20+5>=15", "4d6kh3==14", "4d6!=14", "(1d6, 2d8)kh1<6",
    "2d%", "2d%kh1", "d%+1", "1d6/4", "-1d6/4", "7/2", "8d6/2", "10//3*2", "-7%3", "2*3.5", "1d20[x]>=10", "4d6kh3",
    "6d6rr<3", "3d6e6", "4d6mi2ma5", "1d20 to hit", "1d20+5 fire and fury", "(1d4+1)*2 cold",
    "(1)k2", "(2)k2", "(1,2)k2", "(1+1)k2", "((1,2))k2", "(2d4)k2", "((2d4))k2", "(2d4+1)k4", "(1d4*2)kh1", "(1)p1",
    "(-1d4)k2", "(2d4+1d6)kh1", "(2d4kh1)k3", "(1d6[fire])k2", "(1d4/2)k1", "((1d4, 2)kh1)k2",
    "((3d2)k2)p<3", "((4, 1, d3)kl2)k3k5",
    "((d6, 4)p3)p1", "((2d2, 1d3)p3)k2", "((1d6, 1d8, 2)kh2)kl1", "(((3d4)kh2))pl1",
]  # fmt: skip


@pytest.mark.rule("DI-DIALECT-01", "DI-TEXT-03")
@pytest.mark.parametrize("text", AS_D20)
def test_the_same_faces_give_the_totals_of_d20_in_its_dialect(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With fifty seeds, d20 and our roller draw the same faces in the same order, with the same totals."""
    for seed in range(50):
        monkeypatch.setattr(d20.expression, "random", random.Random(seed))
        expected = d20.roll(text, allow_comments=True).total
        assert expected == throw_notation(text, RandomTape(random.Random(seed)), dialect="d20").total
