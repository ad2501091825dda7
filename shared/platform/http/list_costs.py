"""The measured costs of listing legal commands. Only cheap lists are computed on the event loop."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Final

MADE_HERE: Final = 0.004
"""Maximum expected cost of a list that is computed on the event loop. Units: seconds of processor time."""
FIRST: Final = 0.5
"""Share of `MADE_HERE` that limits a stream's first list, whose cost is estimated from the game's other streams."""
WEIGHT: Final = 0.25
"""Weight of the latest list in a running mean."""
MOST_KEPT: Final = 4096


class ListCosts:
    """Running averages of the processor time for lists: one for each stream, and one for each game's new streams.

    The size of a state does not predict the cost: the smallest state may have the most expensive list. Each sort of
    list has its own mean, because a game master's list costs many times a player's, and a list of one command costs
    only a fraction of a full list.
    """

    def __init__(self, most_kept: int = MOST_KEPT) -> None:
        """Set up the costs without any measurement."""
        self._most_kept: Final = most_kept
        self._of_streams: OrderedDict[Hashable, float] = OrderedDict()
        self._of_games: dict[Hashable, float] = {}

    def are_low(self, game: str, stream: str, sort: Hashable) -> bool:
        """Return whether a list may be computed on the event loop; False if no list of its sort was measured before."""
        own = self._of_streams.get((stream, sort))
        if own is not None:
            return own <= MADE_HERE
        others = self._of_games.get((game, sort))
        return others is not None and others <= FIRST * MADE_HERE

    def add(self, game: str, stream: str, sort: Hashable, seconds: float) -> None:
        """Add the measured cost of a list.

        Above the limit, forget the streams whose lists were measured longest ago.
        """
        self._of_games[game, sort] = _mean(self._of_games.get((game, sort)), seconds)
        self._of_streams[stream, sort] = _mean(self._of_streams.get((stream, sort)), seconds)
        self._of_streams.move_to_end((stream, sort))
        while len(self._of_streams) > self._most_kept:
            self._of_streams.popitem(last=False)


def _mean(before: float | None, seconds: float) -> float:
    return seconds if before is None else before + WEIGHT * (seconds - before)
