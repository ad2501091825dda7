"""The strength of the computer player `fighter`: the share of duels that it wins against random legal play."""

from __future__ import annotations

from typing import Final

from tests.support.contests import DUELS, share_won

from .rows import Bar, Row, row

PAIRS: Final = 20
STRONGER: Final = Bar("at least", 90, of="ours")
NOTE: Final = f"{2 * PAIRS} duels of equal characters in pairs, the sides swapped"


def fighters() -> list[Row]:
    """Measure `fighter` against random play, in each game that has this computer player."""
    return [
        row(f"{name}: fighter against random", "% won", [100 * share_won(duels, PAIRS)], bar=STRONGER, note=NOTE)
        for name, duels in DUELS.items()
    ]
