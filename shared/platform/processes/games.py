"""Functions that find a game by its name. Every service keeps its game in the same module.

`services.<service>.game` has one public `Game`. Two further modules are optional: `services.<service>.simulations`
has a `SIMULATION`, and may have `ANALYSES` by name; `services.<service>.players` has `PLAYERS`, the computer
players.
"""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from types import ModuleType
from typing import Any

from shared.kernel.game import Game
from shared.kernel.jobs.analysis import JobKinds
from shared.kernel.jobs.game import KIND, job_of
from shared.kernel.players.house import HousePlayers
from shared.kernel.replay import LogReader, log_reader_of


def module_of(service: str, name: str) -> ModuleType | None:
    """Import a module of a service, and return it. Return None if the service has no module with this name."""
    path = f"services.{service}.{name}"
    return importlib.import_module(path) if importlib.util.find_spec(path) else None


@cache
def game_of(service: str) -> Game[Any]:
    """Return the only game of a service.

    Refuses: LookupError
    """
    module = module_of(service, "game")
    found = [game for name, game in vars(module).items() if isinstance(game, Game) and not name.startswith("_")]
    if len(found) != 1:
        raise LookupError(f"services/{service}/game.py has to define one Game, and defines {len(found)}")
    return found[0]


@cache
def job_kinds_of(service: str) -> JobKinds | None:
    """Return the kinds of jobs of a game, or None if the game cannot be simulated."""
    module = module_of(service, "simulations")
    return None if module is None else JobKinds(module.SIMULATION, getattr(module, "ANALYSES", {}))


@cache
def players_of(service: str) -> HousePlayers | None:
    """Return the computer players of a game, or None if the game has none."""
    module = module_of(service, "players")
    return None if module is None else module.PLAYERS


@cache
def game_named(name: str) -> Game[Any]:
    """Return the game whose streams have this name, such as `dice.table`.

    Refuses: LookupError
    """
    service, _, kind = name.partition(".")
    kinds = job_kinds_of(service) if kind == KIND else None
    game = game_of(service) if kinds is None else job_of(kinds)
    if game.name != name:
        raise LookupError(f"no game has streams with the name {name}")
    return game


def reader_of(name: str) -> LogReader[Any]:
    """Return the reader for the logs of a game's streams."""
    return log_reader_of(game_named(name))
