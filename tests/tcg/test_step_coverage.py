"""Coverage of the card language: every step, cost and replacement has a reader function and a test."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import get_args

import pytest

from services.tcg.catalogue.language.costs import Cost
from services.tcg.catalogue.language.effects import Would
from services.tcg.chapters import operations
from services.tcg.chapters.costs import READERS
from tests.tcg.steps import PROVEN

MODULES = tuple(path.stem for path in Path(__file__).parent.glob("test_*.py"))
STEPS = {kind.__struct_config__.tag: kind for kind in operations.STEPS}
COSTS = {kind.__struct_config__.tag: kind for kind in get_args(Cost)}
PARTS = [
    *(f"step {name}" for name in STEPS), *(f"cost {name}" for name in COSTS),
    *(f"replacement {name}" for name in get_args(Would)),
]  # fmt: skip


@pytest.mark.parametrize("part", PARTS)
def test_each_part_of_the_language_has_a_test(part: str) -> None:
    """For each step, cost and replacement there is a test marked as covering it."""
    for module in MODULES:
        importlib.import_module(f"tests.tcg.{module}")
    assert PROVEN.get(part)


def test_each_part_of_the_language_has_a_reader() -> None:
    """Each step and each cost has a reader function, and there are no other reader functions."""
    assert set(STEPS.values()) == set(operations.READERS)
    assert set(COSTS.values()) == set(READERS)
    assert {*operations.RELEASED} <= {*STEPS}
