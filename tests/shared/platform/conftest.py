"""Fixtures for the tests of the platform."""

import io
import logging
import sys
from collections.abc import Iterator

import pytest
import structlog

from shared.platform import logs


@pytest.fixture
def out() -> Iterator[io.StringIO]:
    """Write the log as JSON into a buffer, and restore the log's configuration afterwards."""
    handlers, level, hook = list(logging.root.handlers), logging.root.level, sys.excepthook
    place = io.StringIO()
    logs.configure(level="debug", form="json", out=place)
    yield place
    structlog.reset_defaults()
    logging.captureWarnings(capture=False)
    logging.root.handlers[:], sys.excepthook = handlers, hook
    logging.root.setLevel(level)
