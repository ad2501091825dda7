"""The number of function calls of a simulated fight.

Every machine counts them alike, so they stand in for the time that a simulation takes.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from statistics import mean
from types import FrameType
from typing import Any, Final

import pytest

from shared.kernel.jobs.chunk import variant_of
from shared.kernel.jobs.simulation import Simulation, play_trial

FIGHTS: Final = 4
MOST_CALLS: Final = {"bones": 388, "rpg_boundless": 88, "rpg_specialist_pool": 160, "rpg_specialist_total": 197}
"""Calls of Python functions for each command of a fight, its policy included, at most."""
BESIDE_OTHERS: Final = 3
"""Calls for a command of BONES, divided by the mean of the other campaigns, at most."""


@cache
def _calls_a_command(service: str) -> float:
    """Play some fights and count the calls for each command. An earlier fight fills the caches."""
    simulation: Simulation[Any, Any] = import_module(f"services.{service}.simulations").SIMULATION
    variant = variant_of(simulation, next(iter(simulation.examples.values()))["simulate"])
    play_trial(simulation, variant.request, variant.start, bytes(32))
    calls = commands = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls, commands
        calls += event == "call"
        commands += event == "call" and frame.f_code.co_name == "settle" and "kernel" in frame.f_code.co_filename

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        for number in range(1, FIGHTS + 1):
            play_trial(simulation, variant.request, variant.start, bytes([number]) * 32)
    finally:
        sys.setprofile(before)
    return calls / commands


@pytest.mark.parametrize("service", MOST_CALLS)
def test_a_command_of_a_fight_calls_few_functions(service: str) -> None:
    """The bound is a little above the number of calls that a command takes today."""
    assert _calls_a_command(service) <= MOST_CALLS[service]


def test_a_command_of_bones_is_not_much_dearer_than_others() -> None:
    """Fights of BONES have more to decide in each command, but stay within this bound."""
    others = mean(_calls_a_command(service) for service in MOST_CALLS if service != "bones")

    assert _calls_a_command("bones") <= BESIDE_OTHERS * others
