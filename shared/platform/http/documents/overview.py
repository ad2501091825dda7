"""The list of served games: what their commands and events mean, and sample bodies for opening their streams."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Annotated, Any, Final

from litestar import Response, get
from litestar.params import PathParameter
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from shared.kernel.game import Game
from shared.kernel.stream import KERNEL_EVENTS, commands_of
from shared.platform.contract import ContractLink, RouteSpec
from shared.platform.http.answers import Reply, encode
from shared.platform.http.problems import not_found
from shared.platform.http.services import Service
from shared.platform.ledger import event_rules_of, ledger_of
from shared.platform.ruleset import release

ServicePath = Annotated[str, PathParameter(description="the name of a service")]


class ServedGame(Struct, frozen=True, kw_only=True):
    """A service in the list: its game, and its path segment.

    `routes` lists its paths beyond those that every game has. `simulates` says whether it accepts jobs. `rule_ids` is
    the prefix of its own rule ids.
    """

    name: str
    about: str
    kind: str
    streams: str
    simulates: bool
    rule_ids: str
    routes: tuple[str, ...]


class ServedGames(Struct, frozen=True, kw_only=True):
    """The services of this server, and its release."""

    release: str
    services: tuple[ServedGame, ...]


class Word(Struct, frozen=True, kw_only=True):
    """The meaning of a command or event in one sentence; if only one role may send the command, also that role."""

    says: str
    role: str | None = None


class EventWord(Word, frozen=True, kw_only=True):
    """The meaning of an event, and the ids of the rules behind it: at most three, the most specific ones."""

    rules: tuple[str, ...]


class GameWords(Struct, frozen=True, kw_only=True):
    """The meanings of a game's commands and events, and sample bodies for opening its streams, each by name."""

    game: ServedGame
    opening: str
    openings: Mapping[str, Any]
    commands: Mapping[str, Word]
    events: Mapping[str, EventWord]


CITED: Final = " Rule:"
"""The text that precedes the ids of rules in a docstring."""
TYPED: Final = re.compile(r":\w+}")
"""The type suffix of a path parameter, which the contract leaves out."""
SERVICES: Final = RouteSpec(
    gives=ServedGames, about="The services of this server.", secured=False,
    links={
        "service": ContractLink(
            to="read_service", parameters={"service": "$response.body#/services/0/name"}, about="get a service"
        )
    },
)  # fmt: skip


class _Answers:
    """A cache of responses, which never change: each is encoded once, on its first request.

    The responses quote the ledgers of rules, which are slow to read, so they are not built when the server starts.
    """

    def __init__(self, services: Sequence[Service]) -> None:
        self.services: Final = {one.name: one for one in services}
        self.words_of: Final = cache(self._encode_words)

    @cached_property
    def listed(self) -> bytes:
        described = tuple(map(_describe_service, self.services.values()))
        return encode(ServedGames(release=release(), services=described))

    def _encode_words(self, name: str) -> bytes:
        return encode(_words(self.services[name]))


def overview_of(services: Sequence[Service]) -> Sequence[ControllerRouterHandler]:
    """Build the routes that describe the services."""
    answers = _Answers(services)
    names = {"service": {"type": "string", "examples": [services[0].name]}}

    @get("/arbiter/v1/services", opt={"spec": SERVICES}, tags=["services"], sync_to_thread=False)
    def list_services() -> Response[bytes]:
        """List the services.

        Returns the services of this server, with their games.
        """
        return Reply(answers.listed)

    spec = RouteSpec(gives=GameWords, about="The commands and events of the service.", secured=False, queries=names)

    @get("/arbiter/v1/services/{service:str}", opt={"spec": spec}, tags=["services"], sync_to_thread=False)
    def read_service(service: ServicePath) -> Response[bytes]:
        """Get a service.

        Returns the meanings of the service's commands and events, and sample bodies for opening its streams.
        """
        if service not in answers.services:
            raise not_found("service")
        return Reply(answers.words_of(service))

    return list_services, read_service


def _describe_service(service: Service) -> ServedGame:
    game: Game[Any] = service.game
    paths = {TYPED.sub("}", path) for route in service.routes for path in getattr(route, "paths", ())}
    return ServedGame(
        name=game.service, about=game.documentation.about, kind=game.kind, streams=game.plural,
        simulates=service.jobs is not None,
        rule_ids=f"{ledger_of(game.service).rules[0].id.partition('-')[0]}-", routes=tuple(sorted(paths)),
    )  # fmt: skip


def _words(service: Service) -> GameWords:
    game: Game[Any] = service.game
    rules = event_rules_of(game.service)
    return GameWords(
        game=_describe_service(service),
        opening=game.opening.__name__,
        openings=game.openings,
        commands={kind.__name__: _word(kind) for kind in commands_of(game)},
        events={
            kind.__name__: _event_word(kind, rules.get(kind.__name__, ())) for kind in (*game.events, *KERNEL_EVENTS)
        },
    )


def _word(kind: type[Any]) -> Word:
    """Return the meaning of a command: the first paragraph of its docstring."""
    return Word(says=_says(kind), role=getattr(kind, "needs_role", None))


def _event_word(kind: type[Any], rules: Sequence[str]) -> EventWord:
    """Return the meaning of an event: the first paragraph of its docstring, without the rules that it cites."""
    return EventWord(says=_says(kind).partition(CITED)[0], rules=tuple(rules))


def _says(kind: type[Any]) -> str:
    return (inspect.getdoc(kind) or "").split("\n\n")[0].replace("\n", " ")
