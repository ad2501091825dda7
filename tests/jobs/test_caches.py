"""The caches of processes that are no servers."""

from __future__ import annotations

import pytest

from shared.platform.queue.caches import MEGABYTES, MIB, STREAMS, cache_bounds
from shared.platform.settings import ServerSettings


@pytest.mark.rule("AR-SERVER-10")
def test_small_caches_are_small_in_every_process() -> None:
    """A worker, a clock and a dispatcher cache no more than the settings allow."""
    bounds = cache_bounds(ServerSettings(cached_streams=16, cached_megabytes=8))

    assert (bounds.cached, bounds.cached_bytes) == (16, 8 * MIB)


@pytest.mark.rule("AR-SERVER-10")
def test_large_caches_are_for_servers() -> None:
    """Other processes need less than a server, so they cache no more than that, whatever the settings allow."""
    bounds = cache_bounds(ServerSettings(cached_streams=1_000_000, cached_megabytes=4096))

    assert (bounds.cached, bounds.cached_bytes) == (STREAMS, MEGABYTES * MIB)
