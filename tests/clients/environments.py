"""Helpers for tests of the environments for machine learning: random play, and comparisons of observations.

A command is sent as several *words*, one in each step of an environment.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import numpy as np
import pytest

from arbiter_env import WordEnv

DICTIONARIES: Final = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably", "ignore:Observation is not a NumPy array"
)
"""A PettingZoo warning that the tests ignore: it objects to observations with a mask, but supports them."""


def play_random(game: WordEnv[Any, Any], seed: int) -> Iterator[str]:
    """Play a game at random; before each word, yield the seat to act."""
    random = Random(seed)
    game.reset(seed=seed)
    while not game.terminations[game.agent_selection] and not game.truncations[game.agent_selection]:
        yield game.agent_selection
        game.step(random.choice(legal(game)))


def legal(game: WordEnv[Any, Any]) -> list[int]:
    """Return the indices of the words that the mask allows."""
    indexes: list[int] = np.flatnonzero(game.observe(game.agent_selection)["action_mask"]).tolist()
    return indexes


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether two observations have the same numbers and masks."""
    return all(np.array_equal(one[part], other[part]) for part in ("observation", "action_mask"))
