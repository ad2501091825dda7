"""How many decisions a game master's list of legal commands tries.

The count is the same on every machine, so it stands for the time that a list takes.
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
"""Distance between the recorded states for which the test requests lists."""
MOST: Final = 10
MOST_TRIED: Final = {"bones": 100, "rpg_boundless": 86, "rpg_specialist_pool": 76, "rpg_specialist_total": 93}
"""Maximum mean number of decisions tried for a list over recorded states. BONES has 119 commands to try."""


def _count_tries(game: str, stream: Stream[Any]) -> int:
    """Return how many decisions the service tries for the game master's list on a stream."""
    asking = Asking.of(reader_of(f"{game}.campaign").game, stream, "gm", "gm")
    search_bodies(asking, BRIEF)
    return asking.tries.made


@pytest.mark.parametrize("game", MOST_TRIED)
def test_a_game_masters_list_tries_few_decisions(game: str) -> None:
    """The mean number of decisions that a game master's list tries stays below a bound, a little above today's."""
    tried = [_count_tries(game, stream) for stream in islice(states_of(game), APART // 2, APART * MOST, APART)]

    assert mean(tried) <= MOST_TRIED[game], tried
