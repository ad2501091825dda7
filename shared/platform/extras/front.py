"""A fast path for plain commands, ahead of Litestar's routing. Most requests are plain commands.

A request is plain if all of the following holds: it is `POST …/commands` without a query, the caller's credential is
cached, every header is known and sent only once, and the body is complete, of the right type and marked
`application/json`. The front passes any other request to the route unchanged, so that the route alone defines the
contract and reports all errors. For a plain request, the front calls the same function as the route (`answer_command`),
and the route never sees the request. Plain requests count against the rate limit too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec
from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPReceiveMessage, HTTPScope, Receive, Scope, Send
from msgspec import Struct

from shared.kernel.game import Game
from shared.platform.eventlog import Origin
from shared.platform.http.answers import Reply
from shared.platform.http.callers import Caller, KnownCallers, admit_known
from shared.platform.http.commands.commands import (
    Conditions,
    answer_command,
    enter_stream,
    streams_path,
)
from shared.platform.http.edge.headers import headers_by_name
from shared.platform.http.faults import fault_reply
from shared.platform.http.hosting import GameHost
from shared.platform.http.problems import HttpProblem
from shared.platform.http.requests import is_id, key_of, origin_of, plain_text, prefers_minimal, version_of

COMMANDS: Final = "/commands"
JSON: Final = b"application/json"
REMEMBERED: Final = 256
"""Number of header values to cache, because most values are the same in many requests."""
HOST: Final = lru_cache(maxsize=REMEMBERED)(re.compile(rb"[0-9A-Za-z.:\[\]-]*").fullmatch)
READ: Final = frozenset({
    b"host", b"content-type", b"authorization", b"arbiter-seat", b"prefer", b"idempotency-key", b"if-match",
    b"arbiter-correlation", b"arbiter-cause", b"traceparent",
})  # fmt: skip
"""Names of the headers that the fast path reads."""
SAYS_WHY: Final = frozenset({b"arbiter-correlation", b"arbiter-cause", b"traceparent"})
"""Names of the headers in which a caller states the cause of a request."""
CONDITIONAL: Final = SAYS_WHY | {b"idempotency-key", b"if-match"}
"""Names of the headers that state a condition or a cause."""
PASSED_OVER: Final = frozenset({
    b"content-length", b"connection", b"user-agent", b"accept", b"accept-encoding", b"accept-language",
    b"cache-control", b"pragma", b"priority", b"x-request-id", b"tracestate",
    b"via", b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-port", b"x-forwarded-proto",
    b"x-real-ip",
})  # fmt: skip
"""Names of the headers that do not affect the response to a command, or that outer layers have already read."""
KNOWN: Final = READ | PASSED_OVER
NO_CONDITIONS: Final = Conditions()


class Target(Struct, frozen=True):
    """The command endpoint of one game: the game's host, and the template of the path."""

    host: GameHost[Any]
    template: str


class PlainRequest(Struct, frozen=True):
    """A plain request: the values from its path and headers, without the body."""

    target: Target
    id: str
    caller: Caller
    conditions: Conditions
    minimal: bool


class Front:
    """An ASGI layer that responds to plain commands, and passes all other requests to the app."""

    def __init__(self, app: Litestar, games: Iterable[Game[Any]], *, body_bytes: int) -> None:
        """Set up the layer for the commands of these games. It passes all other requests to the app.

        Units: body_bytes is the maximum size of a body.
        """
        self._app: Final[ASGIApp] = app
        self._state: Final = app.state
        self._games: Final = {streams_path(game): game for game in games}
        self._targets: Final[dict[str, Target]] = {}
        self._body_bytes: Final = body_bytes
        self._callers: KnownCallers | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to one request if it is plain; otherwise pass it to the app."""
        plain = self._plain(scope) if scope["type"] == ScopeType.HTTP and scope["method"] == "POST" else None
        if plain is None:
            await self._app(scope, receive, send)
            return
        message: Any = await receive()
        body = self._body_of(plain, message)
        if body is None:
            await self._app(scope, _again(message, receive), send)
            return
        reply = await _reply(scope, plain, body)
        await reply(scope, receive, send)

    # ---------------------------------------------------------------- plain requests

    def _plain(self, scope: HTTPScope) -> PlainRequest | None:
        """Read the path and headers of a request; return None if the request is not plain."""
        path = scope["path"]
        if not path.endswith(COMMANDS) or scope["query_string"]:
            return None
        place, _, id = path[: -len(COMMANDS)].rpartition("/")  # noqa: A001 it is an id
        target = self._targets.get(place) or self._target(place)
        headers = headers_by_name(scope)
        is_usual = len(headers) == len(list(scope["headers"])) and KNOWN.issuperset(headers)
        if target is None or not is_usual or not is_id(id):
            return None
        caller = self._caller(headers)
        return None if caller is None else _plain_request(target, id, caller, headers)

    def _target(self, place: str) -> Target | None:
        """Return the game whose command endpoint has this path; return None if there is none.

        The game's host exists only after the app has started.
        """
        game = self._games.get(place)
        if game is None:
            return None
        found = self._targets[place] = Target(self._state.hosts[game.name], f"{place}/{{id}}{COMMANDS}")
        return found

    def _caller(self, headers: Mapping[bytes, bytes]) -> Caller | None:
        """Return the caller if the credential is cached; otherwise return None."""
        authorization = headers.get(b"authorization")
        if authorization is None or headers.get(b"content-type") != JSON or not HOST(headers.get(b"host", b"")):
            return None
        if self._callers is None:
            self._callers = KnownCallers(self._state.authenticator)
        return self._callers.find(authorization, headers.get(b"arbiter-seat"))

    def _body_of(self, plain: PlainRequest, message: HTTPReceiveMessage) -> Any:  # noqa: ANN401 the game's type of body
        """Return the decoded body of a plain request; return None if the route has to read the body."""
        if message["type"] != "http.request" or message.get("more_body"):
            return None
        body = message["body"]
        if len(body) > self._body_bytes:
            return None
        try:
            return plain.target.host.asking.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None


@lru_cache(maxsize=REMEMBERED)
def _is_minimal(prefer: bytes) -> bool:
    return prefers_minimal(plain_text(prefer, name="Prefer"))


def _plain_request(target: Target, id: str, caller: Caller, headers: Mapping[bytes, bytes]) -> PlainRequest | None:  # noqa: A002
    """Read the values of the headers; return None if the route would refuse one of them."""
    prefer = headers.get(b"prefer")
    try:
        minimal = prefer is not None and _is_minimal(prefer)
        conditions = NO_CONDITIONS if CONDITIONAL.isdisjoint(headers) else _conditions(headers)
    except HttpProblem:
        return None
    return PlainRequest(target, id, caller, conditions, minimal)


def _conditions(headers: Mapping[bytes, bytes]) -> Conditions:
    key, version = headers.get(b"idempotency-key"), headers.get(b"if-match")
    return Conditions(
        key=None if key is None else key_of(plain_text(key, name="Idempotency-Key")),
        expected=None if version is None else version_of(plain_text(version, name="If-Match"), header="If-Match"),
        origin=None if SAYS_WHY.isdisjoint(headers) else _origin(headers),
    )


def _origin(headers: Mapping[bytes, bytes]) -> Origin | None:
    """Read what the headers state about the cause of a request; return None if they state nothing."""
    correlation, cause, trace = (
        headers.get(name) for name in (b"arbiter-correlation", b"arbiter-cause", b"traceparent")
    )
    return origin_of(
        None if correlation is None else plain_text(correlation, name="Arbiter-Correlation"),
        None if cause is None else plain_text(cause, name="Arbiter-Cause"),
        None if trace is None else trace.decode("latin-1"),
    )


# ---------------------------------------------------------------- the response


async def _reply(scope: Scope, plain: PlainRequest, body: Any) -> Reply:  # noqa: ANN401 the type of the game's body
    """Respond to a plain request with the same function that the route calls."""
    host, caller = plain.target.host, plain.caller
    scope["path_template"] = plain.target.template
    try:
        await admit_known(scope, host, caller)
        name = enter_stream(host.game, caller, plain.id)
        return await answer_command(host, caller, name, body, conditions=plain.conditions, minimal=plain.minimal)
    except Exception as error:  # noqa: BLE001 every error becomes a response, as behind the route
        return fault_reply(scope, error)


def _again(message: HTTPReceiveMessage, receive: Receive) -> Receive:
    """Return an ASGI `receive` that first returns a given message again and then receives new messages."""
    first: list[Any] = [message]

    async def receive_again() -> Any:  # noqa: ANN401 a message
        return first.pop() if first else await receive()

    return receive_again
