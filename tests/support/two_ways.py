"""The same requests, sent through the front and directly to the routes, to two apps with separate stores.

Random draws and the time are the same in both. So ids, seeds, heads and rolls are the same, and a test can
compare responses byte for byte.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest
from litestar.types import ASGIApp
from msgspec import Struct

from services.gateway.extras import app_extras
from services.gateway.served import SERVICES
from shared.platform.embedded_store.store import EmbeddedStore
from shared.platform.eventlog import log as event_log
from shared.platform.extras import front as fronts
from shared.platform.extras.front import Front
from shared.platform.http.app import make_app
from shared.platform.http.commands import commands
from shared.platform.http.edge import edge
from shared.platform.http.edge.edge import Edge
from shared.platform.settings import ServerSettings

NOW: Final = 1_800_000_000_000_000_000
BODY_BYTES: Final = 20_000
TOKEN: Final = re.compile(rb"eyJ[\w-]+\.[\w-]+\.[\w-]+")
EXPIRES: Final = re.compile(rb'"expires":\d+')
RATE: Final = re.compile(rb"[rt]=\d+")
COUNTED: Final = re.compile(
    r"^arbiter_(?:commands_total|http_request_seconds_count|rate_limit_refusals_total).*$", re.MULTILINE
)


class Sent(Struct, frozen=True, kw_only=True):
    """A request as a server passes it to an app.

    `{name}` in a header stands for that token; `pieces` are parts of the body.
    """

    method: str
    path: str
    query: bytes = b""
    headers: tuple[tuple[bytes, bytes], ...] = ()
    pieces: tuple[bytes, ...] = (b"",)
    leaves: bool = False


class Answered(Struct, frozen=True):
    """A response without the parts that depend on chance or the clock: tokens, and the remaining rate limit."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


class Way:
    """One app with its own store."""

    def __init__(self, asgi: ASGIApp, app: Any, store: EmbeddedStore) -> None:  # noqa: ANN401 Litestar's app
        """Wrap an app and its store."""
        self.asgi, self.app, self.store = asgi, app, store
        self.secrets: dict[str, bytes] = {}
        self.drawn: Counter[int] = Counter()

    @property
    def counted(self) -> list[str]:
        """Return the metrics that count requests and commands."""
        text: bytes = self.app.state.metrics.render()[0]
        return sorted(COUNTED.findall(text.decode()))

    def draw(self) -> None:
        """Use this app's source for random draws from now on."""
        _Drawing.way = self

    async def send(self, sent: Sent) -> tuple[Answered, bytes]:
        """Send a request; return the comparable response and the raw body."""
        self.draw()
        left, messages = list(sent.pieces), list[Any]()

        async def receive() -> Any:  # noqa: ANN401 a message of ASGI
            """Return the next piece of the body; after the last, the client disconnects."""
            if not left or (sent.leaves and len(left) == 1):
                return {"type": "http.disconnect"}
            return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

        async def send(message: Any) -> None:  # noqa: ANN401 a message of ASGI
            """Store the messages of the response."""
            messages.append(message)

        await self.asgi(self._scope(sent), receive, send)
        start, *rest = messages
        body = b"".join(message.get("body", b"") for message in rest)
        headers = tuple((name, _comparable(name, value)) for name, value in start["headers"])
        return Answered(start["status"], headers, EXPIRES.sub(b"", TOKEN.sub(b"", body))), body

    def _scope(self, sent: Sent) -> Any:  # noqa: ANN401 a scope of ASGI
        headers = [(name, self._fill(value)) for name, value in sent.headers]
        return {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1",
            "server": ("127.0.0.1", 80), "client": ("127.0.0.1", 1), "scheme": "http", "root_path": "",
            "method": sent.method, "path": sent.path, "raw_path": sent.path.encode(), "query_string": sent.query,
            "headers": headers, "state": {},
        }  # fmt: skip

    def _fill(self, value: bytes) -> bytes:
        return re.sub(rb"\{([\w-]+)\}", lambda found: self.secrets.get(found[1].decode(), found[0]), value)


def _comparable(name: bytes, value: bytes) -> bytes:
    """Return a header without the remaining rate limit, and with sorted methods, whose order varies in Litestar."""
    return b",".join(sorted(value.split(b", "))) if name == b"allow" else RATE.sub(b"", value)


class _Drawing:
    """Repeatable randomness: a draw depends only on its size and on how many draws of this size its app made before."""

    way: Way | None = None

    @classmethod
    def token_hex(cls, size: int = 32) -> str:
        """Draw this many bytes."""
        drawn = Counter[int]() if cls.way is None else cls.way.drawn
        drawn[size] += 1
        return hashlib.sha256(f"{size} {drawn[size]}".encode()).hexdigest()[: 2 * size]


@asynccontextmanager
async def two_ways(folder: Path, patch: pytest.MonkeyPatch, **settings: Any) -> AsyncIterator[tuple[Way, Way]]:  # noqa: ANN401 settings
    """Start an app with the front, and one without it."""
    patch.setattr(secrets, "token_hex", _Drawing.token_hex)
    for module in (commands, edge):
        patch.setattr(module, "urandom", lambda size: bytes.fromhex(_Drawing.token_hex(size)))
    patch.setattr(event_log, "fresh", lambda: bytes.fromhex(_Drawing.token_hex(32)))
    patch.setattr(event_log, "time", SimpleNamespace(time_ns=lambda: NOW))
    async with (
        _way(folder / "front", folder, settings, front=True) as front,
        _way(folder / "route", folder, settings, front=False) as route,
    ):
        yield front, route
    _Drawing.way = None


@asynccontextmanager
async def _way(at: Path, keys: Path, more: dict[str, Any], *, front: bool) -> AsyncIterator[Way]:
    with EmbeddedStore(at, durability="everysec") as store:
        settings = ServerSettings(
            redis_url=store.url, durability="relaxed", data_folder=at, key_file=keys / "keys.json",
            body_bytes=BODY_BYTES, pool_warm="no", **more,
        )  # fmt: skip
        app = make_app(SERVICES, settings, store=store.url, extras=app_extras())
        games = [one.game for one in SERVICES] if front else []
        async with app.lifespan():
            yield Way(Edge(Front(app, games, body_bytes=BODY_BYTES), app.state.metrics), app, store)


def answered_by_the_front(patch: pytest.MonkeyPatch) -> Counter[int]:
    """Count the responses of the front by status from now on."""
    counted: Counter[int] = Counter()
    reply_to = fronts._reply

    async def counting(*words: Any) -> Any:  # noqa: ANN401 as the front has it
        """Count a response."""
        reply = await reply_to(*words)
        counted[reply.head["status"]] += 1
        return reply

    patch.setattr(fronts, "_reply", counting)
    return counted
