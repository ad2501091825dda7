"""Checks of the legal lists at random moments of matches, and the number of matches that the tests play."""

from __future__ import annotations

import os
from random import Random
from typing import Final

from tests.tcg.invariants import list_is_complete, list_is_sound
from tests.tcg.matches import Watched

MATCHES: Final = int(os.environ.get("ARBITER_TEST_TCG_MATCHES", "60"))
LOOKED: Final = 0.006 if MATCHES <= 1000 else 0.003
"""The probability of checking the legal lists before a decision; it is lower if a run has many matches."""


def looked_at(game: Watched, random: Random) -> None:
    """Check the legal lists of all seats at some random moments."""
    if random.random() >= LOOKED:
        return
    match = game.state
    for seat in match.order:
        if not match.players[seat].lost:
            if seat in match.decisions:
                list_is_sound(match, seat)
            list_is_complete(match, seat, random.randrange)
