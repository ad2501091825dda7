"""Functions that find the game of a stream by the stream's name. They import only that game, and no HTTP code."""

from __future__ import annotations

from typing import Any

from services.gateway.games import GAMES
from shared.kernel.game import Game
from shared.kernel.jobs.game import KIND
from shared.kernel.players.house import HousePlayers
from shared.kernel.replay import LogReader, log_reader_of
from shared.platform.processes.games import game_named, players_of
from shared.platform.ruleset import ruleset_of, simulation_ruleset_of


def _game_of(stream: str) -> Game[Any] | None:
    """Return the game of a stream with this name, or None if no service here has such streams."""
    name = stream.partition(":")[0]
    if name.partition(".")[0] not in GAMES:
        return None
    try:
        return game_named(name)
    except LookupError:
        return None


def reader_for(stream: str) -> LogReader[Any] | None:
    """Return the reader for the log of a stream with this name, or None if no service here has such streams."""
    game = _game_of(stream)
    return None if game is None else log_reader_of(game)


def players_for(stream: str) -> HousePlayers | None:
    """Return the computer players for a stream with this name, or None if its game has none or is unknown."""
    return None if _game_of(stream) is None else players_of(stream.partition(".")[0])


def ruleset_for(stream: str) -> str | None:
    """Return the name of the rules that this release uses for a stream or job, or None if its kind is unknown."""
    game = _game_of(stream)
    if game is None:
        return None
    is_job = game.name.partition(".")[2] == KIND
    return simulation_ruleset_of(game.service) if is_job else ruleset_of(game.service)
