"""What is served here: the games, the words of their commands and events, and how a stream of each is opened."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

from litestar import Response, get
from litestar.params import PathParameter
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from shared.kernel.game import Game
from shared.kernel.stream import KERNEL_COMMANDS, KERNEL_EVENTS
from shared.platform.contract import ContractLink, RouteSpec
from shared.platform.ledger import ledger_of
from shared.platform.ruleset import release

from .answers import Reply, encode
from .problems import not_found
from .services import Service

ServicePath = Annotated[str, PathParameter(description="the name of the service")]


class ServedGame(Struct, frozen=True, kw_only=True):
    """A service: its game, and the name of its streams in paths. `routes` are the paths it has beside every game's.

    `simulates`: jobs may be asked for. `rule_ids`: what the ids of its own rules begin with.
    """

    name: str
    about: str
    kind: str
    streams: str
    simulates: bool
    rule_ids: str
    routes: tuple[str, ...]


class ServedGames(Struct, frozen=True, kw_only=True):
    """The services that answer here, and the release that does."""

    release: str
    services: tuple[ServedGame, ...]


class Word(Struct, frozen=True, kw_only=True):
    """What a command or an event means, in a sentence, and which role a command needs, if any."""

    says: str
    role: str | None = None


class GameWords(Struct, frozen=True, kw_only=True):
    """What the commands and events of a game mean, by name, and openings of its streams, as examples by name."""

    game: ServedGame
    opening: str
    openings: Mapping[str, Any]
    commands: Mapping[str, Word]
    events: Mapping[str, Word]


TYPED: Final = re.compile(r":\w+}")
"""What a route's path says of a parameter beside its name, which the contract leaves out."""
SERVICES: Final = RouteSpec(
    gives=ServedGames, about="The services that answer here.", secured=False,
    links={
        "service": ContractLink(
            to="read_service", parameters={"service": "$response.body#/services/0/name"}, about="the words of one"
        )
    },
)  # fmt: skip


def overview_of(services: Sequence[Service]) -> Sequence[ControllerRouterHandler]:
    """Make the routes that tell what is served. What they answer never changes, so that it is encoded once."""
    listed = encode(ServedGames(release=release(), services=tuple(map(_served, services))))
    words = {one.name: encode(_words(one)) for one in services}
    names = {"service": {"type": "string", "examples": [services[0].name]}}

    @get("/arbiter/v1/services", opt={"spec": SERVICES}, tags=["services"], sync_to_thread=False)
    def list_services() -> Response[bytes]:
        """List the services that answer here."""
        return Reply(listed)

    spec = RouteSpec(gives=GameWords, about="The words of the service.", secured=False, queries=names)

    @get("/arbiter/v1/services/{service:str}", opt={"spec": spec}, tags=["services"], sync_to_thread=False)
    def read_service(service: ServicePath) -> Response[bytes]:
        """Read what the commands and events of one service mean, and how a stream is opened."""
        if service not in words:
            raise not_found("service")
        return Reply(words[service])

    return list_services, read_service


def _served(service: Service) -> ServedGame:
    game: Game[Any] = service.game
    paths = {TYPED.sub("}", path) for route in service.routes for path in getattr(route, "paths", ())}
    return ServedGame(
        name=game.service, about=game.about, kind=game.kind, streams=game.plural, simulates=service.jobs is not None,
        rule_ids=f"{ledger_of(game.service).rules[0].id.partition('-')[0]}-", routes=tuple(sorted(paths)),
    )  # fmt: skip


def _words(service: Service) -> GameWords:
    game: Game[Any] = service.game
    return GameWords(
        game=_served(service),
        opening=game.opening.__name__,
        openings=game.openings,
        commands={kind.__name__: _word(kind) for kind in (*game.commands, *KERNEL_COMMANDS)},
        events={kind.__name__: _word(kind) for kind in (*game.events, *KERNEL_EVENTS)},
    )


def _word(kind: type[Any]) -> Word:
    """Take the first paragraph of what a class says of itself."""
    says = (inspect.getdoc(kind) or "").split("\n\n")[0].replace("\n", " ")
    return Word(says=says, role=getattr(kind, "needs_role", None))
