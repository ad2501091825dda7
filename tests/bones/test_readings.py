"""How often a fight reads its states: each reading once for a state, however many ask."""

from __future__ import annotations

from typing import Final

from services.bones.simulations import SIMULATION
from shared.kernel.jobs.chunk import variant_of
from shared.kernel.jobs.simulation import play_trial
from tests.support.readings import checked_readings, counted_readings

ASKED: Final = next(iter(SIMULATION.examples.values()))["simulate"]
"""Two armed fighters against two griffons."""
FIGHTS: Final = 4
MOST_WORKED_OUT: Final = 8
"""Readings that are worked out for each event of a fight, at most: six or seven, of more than sixty that are asked."""
MOST_FACES_READ: Final = 2
"""Faces that are read for each event of a fight, at most."""


def _fights() -> int:
    """Play some fights; return the number of their events."""
    variant = variant_of(SIMULATION, ASKED)
    played = (play_trial(SIMULATION, variant.request, variant.start, bytes([seed]) * 32) for seed in range(FIGHTS))
    return sum(len(events) for _, events in played)


def test_a_fight_reads_each_state_once() -> None:
    """The readings that are worked out are bounded for each event, and few beside the questions that are asked."""
    with counted_readings() as worked_out:
        events = _fights()
    with checked_readings() as asked:
        assert events == _fights()
    assert sum(worked_out.values()) <= MOST_WORKED_OUT * events
    assert worked_out["services.bones.reading.fighting.ways"] <= MOST_FACES_READ * events
    assert sum(asked.values()) >= 5 * sum(worked_out.values())
