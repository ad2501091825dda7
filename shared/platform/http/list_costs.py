"""The cost of lists of legal commands, so that only cheap lists are computed on the event loop."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

MADE_HERE: Final = 0.004
"""The most that a list made on the event loop may cost by the last ones. Units: seconds of processor time."""
FIRST: Final = 0.5
"""The share of this bound that a stream's first list may cost by those of other streams of the game."""
WEIGHT: Final = 0.25
"""The weight of the last list in a running mean."""
MOST_KEPT: Final = 4096


class ListCosts:
    """Running means of the processor time of lists: for each stream, and for each game if a stream has none yet.

    The size of a state predicts nothing: the smallest may have the most expensive list. Each sort of list has its own
    mean: a game master's list costs many times a player's, and a list of one command a fraction of a full one.
    """

    def __init__(self, most_kept: int = MOST_KEPT) -> None:
        """Start without any measurement."""
        self._most_kept: Final = most_kept
        self._of_streams: OrderedDict[Hashable, float] = OrderedDict()
        self._of_games: dict[Hashable, float] = {}

    def are_low(self, game: str, stream: str, sort: Hashable) -> bool:
        """Whether a list may be computed on the event loop; False if no list of its sort has been measured yet."""
        own = self._of_streams.get((stream, sort))
        if own is not None:
            return own <= MADE_HERE
        others = self._of_games.get((game, sort))
        return others is not None and others <= FIRST * MADE_HERE

    def add(self, game: str, stream: str, sort: Hashable, seconds: float) -> None:
        """Add the measured cost of a list. Above the limit, the streams that were listed longest ago are forgotten."""
        self._of_games[game, sort] = _mean(self._of_games.get((game, sort)), seconds)
        self._of_streams[stream, sort] = _mean(self._of_streams.get((stream, sort)), seconds)
        self._of_streams.move_to_end((stream, sort))
        while len(self._of_streams) > self._most_kept:
            self._of_streams.popitem(last=False)


def _mean(before: float | None, seconds: float) -> float:
    return seconds if before is None else before + WEIGHT * (seconds - before)
