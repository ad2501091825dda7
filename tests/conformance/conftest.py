"""Fixtures of the conformance suite. Each test runs once for each game."""

from __future__ import annotations

import os

import pytest

from tests.support.distribution import is_within

from .fixture import Fixture, fixture_of, games_under_test
from .playing import forget_plays
from .test_legal import found_in
from .test_undo_attacks import first_that_draws


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of the suite as slow, because playing random streams of all games takes time."""
    for item in items:
        if is_within(item.nodeid, "tests/conformance"):
            item.add_marker(pytest.mark.long)


@pytest.fixture(params=games_under_test())
def fixture(request: pytest.FixtureRequest) -> Fixture:
    """Return the fixture of a served game."""
    if "ARBITER_TEST_GAMES" in os.environ:  # with one game named, each test counts its calls by itself
        forget_plays()
        found_in.cache_clear()
        first_that_draws.cache_clear()
    return fixture_of(request.param)
