"""Each test of the suite is about one game, of which it gets the fixture."""

from __future__ import annotations

import pytest

from .fixture import Fixture, fixture_of, served


@pytest.fixture(params=served())
def fixture(request: pytest.FixtureRequest) -> Fixture:
    """Return the fixture of a game that is served."""
    return fixture_of(request.param)
