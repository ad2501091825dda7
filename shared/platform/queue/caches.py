"""Limits on the folded streams that workers, clocks and dispatchers cache: at most the limits in the settings."""

from __future__ import annotations

from typing import Final

from shared.platform.eventlog import Bounds
from shared.platform.settings import ServerSettings

STREAMS: Final = 1024
MEGABYTES: Final = 128
MIB: Final = 1024 * 1024


def cache_bounds(settings: ServerSettings) -> Bounds:
    """Return the limits of the log of one game in a process that is not a server.

    Rule: AR-SERVER-10
    """
    return Bounds(
        cached=min(STREAMS, settings.cached_streams), cached_bytes=min(MEGABYTES, settings.cached_megabytes) * MIB
    )
