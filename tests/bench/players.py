"""The strength of the computer players: the share of matches that the stronger of two wins."""

from __future__ import annotations

from itertools import islice
from typing import Final

from shared.kernel.players.search import search_player
from shared.kernel.players.simple import greedy_player, random_player
from shared.kernel.stream import STRENGTHS
from tests.tcg.contests import share_won
from tests.tcg.core_contests import shares

from .duels import fighters
from .rows import Bar, Row, row

PAIRS: Final = 40
STRONGER: Final = Bar("at least", 90, of="ours")
THINKER: Final = Bar("at least", 65, of="ours")
PLANNER: Final = Bar("at least", 55, of="ours")
CORE_PAIRS: Final = 20
CORE_FIRST: Final = 916_000
NOTE: Final = f"{2 * PAIRS} matches in pairs: the same seed, the decks changed"


def rows() -> list[Row]:
    """Measure the card players against each other, and the fighters in campaigns.

    Cards are played with and without response windows.
    """
    least = search_player(STRENGTHS[0])
    return [
        row(
            "tcg: search 1 against greedy, asked in no window", "% won",
            [100 * share_won(least, greedy_player, PAIRS, asked=False)], bar=THINKER, note=NOTE,
        ),
        row(
            "tcg: search 2 against search 1, core decks", "% won",
            [100 * sum(islice(shares(search_player(STRENGTHS[1]), least, CORE_FIRST), CORE_PAIRS)) / CORE_PAIRS],
            bar=PLANNER, note=f"{2 * CORE_PAIRS} matches in pairs: the same seed and decks, the seats changed",
        ),
        *_of_greedy(),
        *fighters(),
    ]  # fmt: skip


def _of_greedy() -> list[Row]:
    return [
        row(
            f"tcg: greedy against random, asked in {windows}", "% won",
            [100 * share_won(greedy_player, random_player, PAIRS, asked=asked)], bar=STRONGER, note=NOTE,
        )
        for windows, asked in (("no window", False), ("all windows", True))
    ]  # fmt: skip
