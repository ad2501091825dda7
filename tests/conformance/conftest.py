"""Each test of the suite is about one game, of which it gets the fixture."""

from __future__ import annotations

import os

import pytest

from .fixture import Fixture, fixture_of, served
from .playing import plays_of
from .test_legal import found_in


@pytest.fixture(params=served())
def fixture(request: pytest.FixtureRequest) -> Fixture:
    """Return the fixture of a game that is served."""
    if "ARBITER_TEST_GAMES" in os.environ:  # whoever asks for one game counts what each test calls by itself
        plays_of.cache_clear()
        found_in.cache_clear()
    return fixture_of(request.param)
