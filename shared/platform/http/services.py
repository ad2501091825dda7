"""A game as a service: the files in the game's folder define what is served.

`game.py` holds the game. An optional `routes.py` may hold `ROUTES`, the routes beyond those that every game has;
`BACKGROUND`, tasks that run in the background; and `DOCUMENTS`, functions that return additional contract documents, by
file name. An optional `simulations.py` holds the `SIMULATION` that jobs run.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from litestar.types import ControllerRouterHandler
from msgspec import Struct

from shared.kernel.game import Game
from shared.platform.http.hosting import GameHost
from shared.platform.http.jobs.job_game import JobGame, jobs_of
from shared.platform.processes.games import game_of, module_of


class Service(Struct, frozen=True, kw_only=True):
    """A served game: the game itself, its additional routes and, if it can be simulated, its jobs."""

    game: Game[Any]
    routes: Sequence[ControllerRouterHandler] = ()
    background: Sequence[Callable[[GameHost[Any]], Coroutine[Any, Any, None]]] = ()
    documents: Mapping[str, Callable[[], Mapping[str, Any]]] = {}
    jobs: JobGame | None = None

    @property
    def name(self) -> str:
        """Return the name of the service, which is also the name of its folder."""
        return self.game.service

    @property
    def games(self) -> tuple[Game[Any], ...]:
        """Return the games whose streams this service has: the game itself, and its jobs."""
        return (self.game,) if self.jobs is None else (self.game, self.jobs.game)


def service_of(name: str) -> Service:
    """Return the service whose folder has this name.

    Refuses: LookupError if the folder holds no game of that name
    """
    game, routes = game_of(name), module_of(name, "routes")
    if game.service != name:
        raise LookupError(f"services/{name}/game.py names its service {game.service}")
    return Service(
        game=game,
        routes=getattr(routes, "ROUTES", ()),
        background=getattr(routes, "BACKGROUND", ()),
        documents=getattr(routes, "DOCUMENTS", {}),
        jobs=jobs_of(name),
    )
