"""The number of decisions that the service tries for a game master's list of legal commands.

This number is the same on every machine, so it stands in for the time that a list takes.
"""

from __future__ import annotations

from itertools import islice
from statistics import mean
from typing import Any, Final

import pytest

from shared.kernel.legal import Asking, search_bodies
from shared.kernel.stream import Stream
from shared.platform.processes.games import reader_of
from tests.bench.campaign_lists import BRIEF, states_of

APART: Final = 40
"""The number of versions between the recorded states for which the test requests lists."""
MOST: Final = 10
MOST_TRIED: Final = {"bones": 100, "rpg_boundless": 86, "rpg_specialist_pool": 76, "rpg_specialist_total": 93}
"""The maximum mean number of tried decisions for a list over recorded states. BONES has 119 commands to try."""


def _count_tries(game: str, stream: Stream[Any]) -> int:
    """Return how many decisions the service tries for the game master's list on a stream."""
    asking = Asking.of(reader_of(f"{game}.campaign").game, stream, "gm", "gm")
    search_bodies(asking, BRIEF)
    return asking.tries.made


@pytest.mark.parametrize("game", MOST_TRIED)
def test_a_game_masters_list_tries_few_decisions(game: str) -> None:
    """A game master's list tries few decisions on average; the bound is slightly above the current number."""
    tried = [_count_tries(game, stream) for stream in islice(states_of(game), APART // 2, APART * MOST, APART)]

    assert mean(tried) <= MOST_TRIED[game], tried
