"""The picture of a table shows the dice of its last open roll."""

from __future__ import annotations

from typing import Final

import pytest

from services.dice.chapters.voids import RollVoided
from services.dice.notation.notation import Notation
from services.dice.picture import picture_of
from shared.kernel.game import SeatAsk
from shared.kernel.pictures import Picture, PictureDie
from shared.kernel.pools.luck import LuckPool
from shared.kernel.pools.position import PositionPool
from shared.kernel.pools.symbols import SymbolDice, SymbolDie, SymbolPool
from tests.support.journal import Journal

from .conformance import FIXTURE
from .scenes import COIN, public_roll, roll, secret_roll, table_opened

TWO: Final = SymbolDie(name=COIN.name, faces=(("sun",),))
"""Another die with the name of a coin."""
NAMES: Final = {"gm": "gm", "ann": "Ann of Cleves", "bob": "bob"}


@pytest.mark.rule("AR-PAGE-66")
def test_a_table_shows_its_last_open_roll() -> None:
    """A secret roll after the last open one changes only the number of rolls in the picture; void rolls are skipped."""
    spec = table_opened()
    assert Picture(place="dice", title="Friday", says="0 rolls") == picture_of(spec.state, NAMES)
    spec.given(public_roll(17, 1, "ann"), public_roll(3, 2, "bob"), RollVoided(roll=2, reason="cocked"))
    spec.given(secret_roll(20, 3, "ann"))

    shown = picture_of(spec.state, NAMES)
    assert ("3 rolls, the last one by Ann of Cleves", "1d20", "= 17") == (shown.says, shown.rolled, shown.result)
    assert (PictureDie(face=17, sides=20),) == shown.dice


@pytest.mark.rule("AR-PAGE-66")
@pytest.mark.parametrize(
    ("what", "faces", "dice", "rolled", "result"),
    [
        (Notation(text="3d6kh2"), (5, 1, 4), (("", 5), ("dropped", 1), ("", 4)), "3d6kh2", "= 9"),
        (Notation(text="2d8>=5"), (5, 2), (("hit", 5), ("", 2)), "2d8>=5", "= 1"),
        (PositionPool(dice=2, position="good"), (4, 3), (("hit", 4), ("", 3)), "Position pool", "= 1 hit, success"),
        (LuckPool(dice=2, tier="basic"), (6, 5), (("hit", 6), ("", 5)), "Luck pool", "= 1 success, 1 failure"),
        (SymbolPool(dice=(SymbolDice(die=COIN, count=2),)), (1, 2), (("", "heads"), ("", "tails")), "Symbol pool",
         "= 1 heads, 1 tails"),
        (SymbolPool(dice=(SymbolDice(die=TWO), SymbolDice(die=COIN))), (1, 2), (("", "sun"), ("", "tails")),
         "Symbol pool", "= 1 sun, 1 tails"),
    ],
)  # fmt: skip
def test_each_kind_of_roll_shows_its_dice_and_its_result(  # noqa: PLR0917 the columns of the table
    what: Notation | PositionPool | LuckPool | SymbolPool, faces: tuple[int, ...],
    dice: tuple[tuple[str, int | str], ...], rolled: str, result: str,
) -> None:  # fmt: skip
    """In the picture, hits are marked and dropped dice struck through; a symbol die shows its symbol."""
    journal = Journal(FIXTURE.game, FIXTURE.game.opening(seats=table_seats()))
    journal.send(roll(what), "gm", faces=faces)
    shown = picture_of(journal.state, NAMES)

    assert dice == tuple((die.mark, die.face) for die in shown.dice)
    assert (rolled, result) == (shown.rolled, shown.result)


def table_seats() -> tuple[SeatAsk, ...]:
    """Return the seats of a table with a game master."""
    return (SeatAsk(seat="gm", role="gm"), SeatAsk(seat="ann"))
