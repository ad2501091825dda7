"""All services of this release.

Importing this module imports all games, which a process that serves one game avoids.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from services.gateway.games import GAMES
from shared.kernel.players.house import HousePlayers
from shared.kernel.replay import LogReader, log_reader_of
from shared.platform.http.services import Service, service_of
from shared.platform.processes.games import players_of
from shared.platform.ruleset import ruleset_of

SERVICES: Final[Sequence[Service]] = tuple(map(service_of, GAMES))


def reader_for(stream: str) -> LogReader[Any] | None:
    """Return the reader for the log of a stream with this name, or None if no service here has such streams."""
    kind = stream.partition(":")[0]
    return next((log_reader_of(game) for one in SERVICES for game in one.games if game.name == kind), None)


def players_for(stream: str) -> HousePlayers | None:
    """Return the computer players for a stream with this name, or None if its game has none or is unknown."""
    return None if reader_for(stream) is None else players_of(stream.partition(".")[0])


def ruleset_for(stream: str) -> str | None:
    """Return the name of the rules that this release uses for a stream or job, or None if its kind is unknown."""
    kind = stream.partition(":")[0]
    for one in SERVICES:
        if one.game.name == kind:
            return ruleset_of(one.name)
        if one.jobs is not None and one.jobs.game.name == kind:
            return one.jobs.ruleset
    return None
