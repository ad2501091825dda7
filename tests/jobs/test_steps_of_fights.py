"""The number of Python functions that a simulated fight calls.

This number is the same on every machine, so it stands in for the time that a simulation takes.
"""

from __future__ import annotations

import gc
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
"""The maximum number of Python calls for each command of a fight, including the calls of the policy."""
BESIDE_OTHERS: Final = 3
"""The maximum ratio of the calls for a command of BONES to the mean number of calls in the other campaigns."""


@cache
def _calls_a_command(service: str) -> float:
    """Play some fights, and return the number of calls for each command.

    The same fights were played before, which filled the caches. The garbage of earlier tests is collected first, since
    its finalizers would count too.
    """
    simulation: Simulation[Any, Any] = import_module(f"services.{service}.simulations").SIMULATION
    variant = variant_of(simulation, next(iter(simulation.examples.values()))["simulate"])
    seeds = [bytes([number]) * 32 for number in range(1, FIGHTS + 1)]
    for seed in seeds:
        play_trial(simulation, variant.request, variant.start, seed)
    calls = commands = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls, commands
        calls += event == "call"
        commands += event == "call" and frame.f_code.co_name == "settle" and "kernel" in frame.f_code.co_filename

    before = sys.getprofile()
    gc.collect()
    gc.disable()
    sys.setprofile(count)
    try:
        for seed in seeds:
            play_trial(simulation, variant.request, variant.start, seed)
    finally:
        sys.setprofile(before)
        gc.enable()
    return calls / commands


@pytest.mark.parametrize("service", MOST_CALLS)
def test_a_command_of_a_fight_calls_few_functions(service: str) -> None:
    """A command of a simulated fight needs few Python calls; the bound is slightly above the current number."""
    assert _calls_a_command(service) <= MOST_CALLS[service]


def test_a_command_of_bones_is_not_much_more_expensive_than_others() -> None:
    """A command of BONES calls only a few more functions than those of other games, although it decides more."""
    others = mean(_calls_a_command(service) for service in MOST_CALLS if service != "bones")

    assert _calls_a_command("bones") <= BESIDE_OTHERS * others
