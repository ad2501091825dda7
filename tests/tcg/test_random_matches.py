"""Random matches with all kinds of settings.

All invariants hold after every event.
"""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from services.tcg.settings import MatchSettings, StallGuard
from tests.tcg import schools
from tests.tcg.invariants import replay_is_exact
from tests.tcg.looking import MATCHES, looked_at
from tests.tcg.matches import VALUES, Table, begin_match, play_match, school_of, settings_of

pytestmark = pytest.mark.long

PARTS: Final = 30
"""The number of parts into which the matches are split, so that several workers can play them in parallel."""


@pytest.mark.rule(
    "TC-DECK-09", "TC-KEY-16", "TC-ZONE-04", "TC-ZONE-19", "TC-KEY-06", "TC-KEY-10", "TC-SPI-06", "TC-FORM-03",
    "TC-CMD-05", "TC-ZONE-09", "TC-SAV-02", "TC-SAV-11", "TC-SAV-12", "TC-WIN-01", "TC-RUL-041", "TC-RUL-131",
    "TC-ACT-01", "TC-ACT-02", "TC-ACT-03", "TC-CBT-21", "TC-CBT-22", "TC-CBT-01", "TC-CBT-02", "TC-FORM-25",
    "TC-FORM-24", "TC-ETI-03", "TC-ETI-11", "TC-CMD-41", "TC-CMD-43", "TC-ETI-07", "TC-RUL-125", "TC-READ-10",
    "TC-READ-11", "TC-TURN-01", "TC-CBT-03", "TC-CBT-20", "TC-TURN-13", "TC-ETI-15", "TC-READ-12", "TC-READ-09",
    "TC-CBT-09", "TC-CBT-10", "TC-CBT-11", "TC-CBT-12", "TC-WIN-03", "TC-WIN-04", "TC-FORM-19", "TC-FORM-20",
    "TC-FORM-23", "TC-DECK-13", "TC-WIN-02", "TC-WIN-05", "TC-KEY-07", "TC-KEY-13", "TC-KEY-14",
)  # fmt: skip
@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches_hold_all_invariants(part: int) -> None:
    """Every match ends with one result, and folding its log again creates the same match."""
    for number in range(part, MATCHES, PARTS):
        try:
            game = play_match(number, looked_at)
            replay_is_exact(game.state, game.emitted)
        except BaseException as error:
            error.add_note(f"in match {number}")
            raise
        assert game.watch.finished


def test_settings_vary() -> None:
    """In the random matches taken together, each setting takes each of its values."""
    seen = {(name, getattr(settings_of(number), name)) for number in range(150) for name in VALUES}
    assert {(name, value) for name, values in VALUES.items() for value in values} <= seen


@pytest.mark.rule("TC-RUL-095")
def test_loop_of_passes_ends() -> None:
    """A loop of effects that no player can stop ends in a draw, even if all seats keep passing."""
    number = 24
    assert school_of(number) is schools.ECHO
    guarded = MatchSettings(auto_pass="never", stall_guard=StallGuard(queued=30))
    game = begin_match(number, 2, guarded)
    table = Table(game, Random(number))
    table.odd = False
    while not game.over:
        table.step()
    assert "stall" == game.state.reason
