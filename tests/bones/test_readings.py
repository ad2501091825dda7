"""Cached readings of a state: how often a fight computes them, and which parts of a view are reused.

A reading is a function of a state; its result is cached with that state.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from services.bones.chapters.fights.blows import DefenceSet
from services.bones.chapters.fights.rounds import RoundCompared
from services.bones.chapters.people.creatures import BuildCreature
from services.bones.chapters.people.items import GiveItem
from services.bones.simulations import SIMULATION
from services.bones.views import view
from shared.kernel.campaign.keeping import in_order
from shared.kernel.jobs.chunk import variant_of
from shared.kernel.jobs.simulation import play_trial
from shared.kernel.messages import Event
from tests.bones.tables import MASTER, Journal
from tests.support.readings import checked_readings, counted_readings

ASKED: Final = next(iter(SIMULATION.examples.values()))["simulate"]
"""A request to simulate fights of two armed fighters against two griffons."""
FIGHTS: Final = 4
MOST_WORKED_OUT: Final = 2.5
"""The upper bound for the number of readings computed per event of a fight; many more are requested."""
EVENTS_A_ROLL: Final = 8
"""The lower bound for events per reading of a roll's dice, because each roll is read only once."""


def _fights() -> list[Event]:
    """Play some fights; return their events."""
    variant = variant_of(SIMULATION, ASKED)
    played = (play_trial(SIMULATION, variant.request, variant.start, bytes([seed]) * 32) for seed in range(FIGHTS))
    return [event for _, events in played for event in events]


def test_a_fight_reads_each_state_once() -> None:
    """The number of readings computed per event is bounded, and far below the number requested."""
    with counted_readings() as worked_out:
        events = len(_fights())
    with checked_readings() as asked:
        assert events == len(_fights())
    assert sum(worked_out.values()) <= MOST_WORKED_OUT * events
    assert worked_out["services.bones.reading.fighting.dice_read"] * EVENTS_A_ROLL <= events
    assert sum(asked.values()) >= 5 * sum(worked_out.values())


def test_the_attacks_of_a_round_are_computed_once() -> None:
    """The attacks of a round are computed once, because the defenders' choices do not change them."""
    with counted_readings() as worked_out:
        kinds = Counter(type(event) for event in _fights())
    assert kinds[DefenceSet]
    assert worked_out["services.bones.reading.strikes._attacks"] == kinds[RoundCompared]


def test_the_view_of_an_unchanged_creature_is_reused() -> None:
    """A seat's next view contains the same object for an unchanged creature, and a new one for a changed creature."""
    journal = Journal()
    for _ in range(2):
        journal.send(BuildCreature(creature=MASTER))
    one, other = in_order(journal.state.characters)
    before = {seat: view(journal.state, seat).characters for seat in journal.stream.seats}
    journal.send(GiveItem(creature=one, item="Spear"))
    for seat, (first, second) in before.items():
        changed, same = view(journal.state, seat).characters
        assert same is second
        assert (changed.id, same.id) == (one, other)
        assert len(changed.items) == len(first.items) + 1
