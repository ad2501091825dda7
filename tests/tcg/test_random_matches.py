"""Random matches: whatever is played, at whatever settings, all invariants hold at every event."""

from __future__ import annotations

import os
from random import Random
from typing import Final

import pytest

from tests.tcg.invariants import list_is_complete, list_is_sound, replay_is_exact
from tests.tcg.matches import VALUES, Watched, played, settings_of

MATCHES: Final = int(os.environ.get("ARBITER_TEST_TCG_MATCHES", "150"))
PARTS: Final = 30
"""So many parts the matches are played in, side by side where there are several workers."""
LOOKED: Final = 0.006
"""So often the legal list is tried out before a decision."""


def looked_at(game: Watched, random: Random) -> None:
    """Try the legal lists of all seats now and then."""
    if random.random() >= LOOKED:
        return
    match = game.match
    for seat in match.order:
        if not match.players[seat].lost:
            if seat in match.decisions:
                list_is_sound(match, seat)
            list_is_complete(match, seat, random.randrange)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches_hold_all_invariants(part: int) -> None:
    """Every match comes to its one result, and is what its log says."""
    for number in range(part, MATCHES, PARTS):
        try:
            game = played(number, looked_at)
            replay_is_exact(game.match, game.told)
        except BaseException as error:
            error.add_note(f"in match {number}")
            raise
        assert game.watch.finished


def test_settings_vary() -> None:
    """Each setting takes each of its values in some of the matches."""
    seen = {(name, getattr(settings_of(number), name)) for number in range(150) for name in VALUES}
    assert {(name, value) for name, values in VALUES.items() for value in values} <= seen
