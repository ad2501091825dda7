"""Rolls as one line of text, with marks and labels."""

from __future__ import annotations

from typing import Final

import pytest

from services.dice.game import table
from services.dice.notation.notation import Notation
from services.dice.notation.outcomes import LabelAmount, NotationOutcome, ThrownDice
from services.dice.state import What
from services.dice.views.rendering import Rendered, render_roll
from shared.kernel.chance import Faces
from shared.kernel.pools.character import CharacterDice, IconDie
from shared.kernel.pools.flip import FlipTotal
from shared.kernel.pools.luck import LuckPool
from shared.kernel.pools.position import PositionPool
from shared.kernel.pools.symbols import SymbolDice, SymbolDie, SymbolPool
from tests.dice.scenes import COIN, roll, table_opened
from tests.dice.throwing import throw, throw_notation

THREE: Final = SymbolDie(name="x", faces=(("a",), ("b",), ("c",)))
ONE: Final = SymbolDie(name="x", faces=(("d",),))
"""Another die with the same name."""


def render(text: str, *faces: int) -> Rendered:
    """Render a notation with exactly these faces."""
    tape = Faces(*faces)
    outcome = throw_notation(text, tape)
    tape.finish()
    return render_roll(Notation(text=text), outcome)


@pytest.mark.rule("DI-RENDER-01")
@pytest.mark.parametrize(
    ("text", "faces", "line"),
    [
        ("4d6kh3+2", (6, 6, 4, 2), "4d6kh3: (6, 6, 4, ~~2~~) + 2 = 18"),
        ("1d20", (7,), "1d20: (7) = 7"),
        ("2d6r<3", (1, 4, 5), "2d6r<3: (~~1~~, 4, 5) = 9"),
        ("2d6!!", (6, 1, 6, 5), "2d6!!: (6+6+5, 1) = 18"),
        ("2d6min3", (1, 6), "2d6min3: (1→3, 6) = 9"),
        ("4d10>=8f=1", (8, 1, 10, 2), "4d10>=8f=1: (8✓, 1✗, 10✓, 2) → 1 = 1"),
        ("2d20cs20cf1", (20, 1), "2d20cs20cf1: (**20**, **1**) = 21"),
        ("1d8 + 4 [piercing]", (3,), "1d8: (3) + 4 [piercing] = 7"),
        ("(1d8+2)*3 # ouch", (3,), "(1d8: (3) + 2) * 3 = 15 # ouch"),
        ("10 - (1d4 - 1)", (3,), "10 - (1d4: (3) - 1) = 8"),
        ("{2d6, 1d8}kh1", (1, 2, 7), "{~~2d6: (1, 2)~~, 1d8: (7)} = 7"),
        ("max(1d6, 2)", (1,), "max(1d6: (1), 2) = 2"),
        ("-1d4 >= -2", (3,), "-1d4: (3) >= -2 = 0"),
        ("(1d4)d6", (2, 3, 5), "(1d4: (2)) (1d4)d6: (3, 5) = 8"),
        ("$a = 1d6; $a * $a", (3,), "$a = 1d6: (3); $a * $a = 9"),
        ("4d6sd", (1, 4, 2, 3), "4d6sd: (4, 3, 2, 1) = 10"),
        ("7/2", (), "7 / 2 = 7/2"),
        ("60d6", (1,) * 60, f"60d6: ({', '.join('1' * 50)}, … 10 more) = 60"),
    ],
)
def test_a_roll_is_rendered_in_one_line(text: str, faces: tuple[int, ...], line: str) -> None:
    """In a rendered roll, dice that do not count are struck through, and the total comes last."""
    assert line == render(text, *faces).text


@pytest.mark.rule("DI-RENDER-02")
@pytest.mark.parametrize(
    ("text", "faces", "crit", "fumble"),
    [
        ("1d20+5", (20,), True, False),
        ("1d20+5", (1,), False, True),
        ("1d20+5", (19,), False, False),
        ("2d20kl1", (1, 20), False, True),
        ("2d20", (20, 1), False, False),
        ("1d20cs>=19", (19,), True, False),
        ("1d20cs=7", (20,), False, False),
        ("1d6", (6,), False, False),
        ("3d6cscf", (6, 1, 3), True, True),
    ],
)
def test_criticals_and_fumbles_are_marked(text: str, faces: tuple[int, ...], crit: bool, fumble: bool) -> None:  # noqa: FBT001
    """A roll is a critical or a fumble if its notation says so, or if it has a single d20 that counts."""
    found = render(text, *faces)
    assert (crit, fumble) == (found.crit, found.fumble)


@pytest.mark.rule("DI-RENDER-03", "DI-NOT-04")
@pytest.mark.parametrize(
    ("text", "faces", "labels"),
    [
        ("1d8[fire] + 4 [piercing]", (3,), [("fire", 3), ("piercing", 4)]),
        ("(1d8[fire] + 2)[all]", (3,), [("all", 5), ("fire", 3)]),
        ("$a = 1d6[x]; $a + 1 [one]", (3,), [("x", 3), ("one", 1)]),
        ("{1d6[x], 1d8}kh1", (3, 4), []),
        ("1d8 + 4", (3,), []),
    ],
)
def test_labels_are_shown_with_their_share(
    text: str, faces: tuple[int, ...], labels: list[tuple[str, int]]
) -> None:  # fmt: skip
    """Each label is shown with the part of the total that its numbers and dice contribute."""
    expected = tuple(LabelAmount(label=label, amount=amount) for label, amount in labels)
    assert expected == render(text, *faces).labels


FIGHTER = IconDie(name="fighter", faces=((), ("sword",), ("sword", "sword"), ("shield",), ("boot",), ("sword",)))


@pytest.mark.rule("DI-RENDER-01", "DI-RENDER-02")
@pytest.mark.parametrize(
    ("what", "faces", "expected"),
    [
        (PositionPool(dice=2), (5, 6), Rendered("(5, 6) = 2 hits, success")),
        (
            LuckPool(dice=2, luck=1), (10, 6, 1),
            Rendered("(10, 6) luck (1) = 1 success, 0 failures", crit=True),
        ),
        (FlipTotal(dice=1, percentile=True), (4, 2), Rendered("(4) = 4, 01%", fumble=True)),
        (
            CharacterDice(dice=(FIGHTER,), counts=("sword",), difficulty="easy"), (3, 1, 6),
            Rendered("(3) against (1, 6) = 1, success"),
        ),
        (
            SymbolPool(dice=(SymbolDice(die=COIN, count=2),)), (1, 2),
            Rendered("coin (heads, tails) = 1 heads, 1 tails"),
        ),
        (
            SymbolPool(dice=(SymbolDice(die=THREE), SymbolDice(die=ONE))), (3, 1),
            Rendered("x (c); x (d) = 1 c, 1 d"),
        ),
    ],
)  # fmt: skip
def test_pools_are_rendered_too(what: What, faces: tuple[int, ...], expected: Rendered) -> None:
    """Each kind of pool is rendered in its own format."""
    assert expected == render_roll(what, throw(what, Faces(*faces)))


@pytest.mark.rule("DI-RENDER-01")
@pytest.mark.parametrize("text", ["6#4d6kh3", "4d6kh0", "what?", "2d8"])
def test_a_roll_with_a_changed_meaning_is_shown_by_its_dice(text: str) -> None:
    """A roll recorded under older rules of notation is rendered from its recorded dice."""
    old = NotationOutcome(total=9, dice=(ThrownDice(text="2d6", faces=(4, 5), total=9),))
    assert "2d6: (4, 5) = 9" == render_roll(Notation(text=text), old).text


@pytest.mark.rule("DI-RENDER-01", "DI-RENDER-02", "DI-RENDER-03")
def test_the_view_renders_each_roll() -> None:
    """The view includes the text of each roll that its seat may see."""
    spec = table_opened().when(roll(Notation(text="1d20 + 4 [bless]")), seat="ann", faces=Faces(20))
    spec.take_events()
    (seen,) = table.view(spec.state, "bob").recent
    expected = ("1d20: (20) + 4 [bless] = 24", True, False, (LabelAmount(label="bless", amount=4),))
    assert expected == (seen.rendered, seen.crit, seen.fumble, seen.labels)
