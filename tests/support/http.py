"""Streams of the service `dice` over real HTTP, for tests of the API."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import httpx
from msgspec import Struct
from redis.asyncio import Redis

from services.gateway.processes.running import Running
from shared.platform.access import make_key
from shared.platform.limits import Policy

TABLES: Final = "/dice/v1/tables"
SEATS: Final = ({"seat": "gm", "role": "gm"}, {"seat": "ann"}, {"seat": "bob"}, {"seat": "eve", "role": "spectator"})
NDJSON: Final = {"Accept": "application/x-ndjson"}
SSE: Final = {"Accept": "text/event-stream"}
JSON: Final = {"Content-Type": "application/json"}
COLD: Final[dict[str, Any]] = {"ARBITER_POOL_WARM": "no"}
"""The setting for servers that compute little: they start no pool process, which saves a second for each server."""
T = TypeVar("T")


class Table(Struct, frozen=True, kw_only=True):
    """A dice table, the client of its app, and its seats' tokens."""

    server: Running
    app: httpx.Client
    path: str
    opened: dict[str, Any]

    @property
    def tokens(self) -> dict[str, str]:
        """Return the token of each seat."""
        return {seat["seat"]: seat["token"] for seat in self.opened["seats"]}

    def as_seat(self, seat: str) -> dict[str, str]:
        """Return the request headers with a seat's own token."""
        return {"Authorization": f"Bearer {self.tokens[seat]}"}

    def send(
        self, command: dict[str, Any], *, seat: str | None = None, **more: Any  # noqa: ANN401 as httpx has it
    ) -> httpx.Response:  # fmt: skip
        """Send a command, as the app or with a seat's token; `faces`, `headers` and `params` are optional."""
        headers = (self.as_seat(seat) if seat else {}) | more.pop("headers", {})
        body = {"command": command} | ({"faces": more.pop("faces")} if "faces" in more else {})
        return self.app.post(f"{self.path}/commands", json=body, headers=headers, **more)

    def done(
        self, command: dict[str, Any], *, seat: str | None = None, **more: Any  # noqa: ANN401 as httpx has it
    ) -> dict[str, Any]:  # fmt: skip
        """Send a command that must succeed, and return the response."""
        answer = self.send(command, seat=seat, **more)
        assert answer.status_code == 200, answer.text
        body: dict[str, Any] = answer.json()
        return body

    def get(self, rest: str = "", *, seat: str | None = None, **more: Any) -> httpx.Response:  # noqa: ANN401 as httpx has it
        """Read a resource of the table, as the app or with a seat's token."""
        headers = (self.as_seat(seat) if seat else {}) | more.pop("headers", {})
        return self.app.get(self.path + rest, headers=headers, **more)

    @property
    def version(self) -> int:
        """Return the table's current version."""
        version: int = self.get().json()["version"]
        return version


def open_table(server: Running, app: httpx.Client, **fields: Any) -> Table:  # noqa: ANN401 fields of the opening
    """Open a table for a game master, two players and a spectator."""
    answer = app.post(TABLES, json={"seats": SEATS} | fields)
    assert answer.status_code == 201, answer.text
    return Table(server=server, app=app, path=answer.headers["Location"], opened=answer.json())


def roll(*texts: str, secret: bool = False) -> dict[str, Any]:
    """Return a command that rolls dice in a given notation."""
    rolls = [{"what": {"throw": "Notation", "text": text}} for text in texts or ("2d6",)]
    return {"type": "Roll", "rolls": rolls} | ({"secret": True} if secret else {})


CLOSE: Final = {"type": "Close"}
ROTATE_SEED: Final = {"type": "RotateSeed"}


def with_store(server: Running, ask: Callable[[Redis], Awaitable[T]]) -> T:
    """Run `ask` with a client of the server's store; return its result."""

    async def ask_store() -> T:
        """Connect, run `ask`, and disconnect."""
        async with Redis.from_url(server.store.url) as redis:
            return await ask(redis)

    return asyncio.run(ask_store())


def key_of(server: Running, *, tenant: str, policy: Policy | None = None) -> str:
    """Create an API key for this tenant, with its own rate policy if one is given."""
    return with_store(server, lambda redis: make_key(redis, tenant=tenant, label="test", policy=policy)).text


def assert_problem(answer: httpx.Response, status: int) -> dict[str, Any]:
    """Assert that a response is a well-formed problem with this status; return the problem."""
    assert answer.status_code == status, (answer.status_code, answer.text)
    assert answer.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert problem["status"] == status
    assert problem["type"].startswith("urn:arbiter:")
    assert problem["title"]
    assert problem["instance"] == f"urn:arbiter:request:{answer.headers['x-request-id']}"
    assert "Traceback" not in answer.text
    return problem


def refusal(answer: httpx.Response, status: int) -> str:
    """Assert that a response is a refusal with this HTTP status; return the refusal's name."""
    named: str = assert_problem(answer, status)["type"]
    return named.removeprefix("urn:arbiter:refusal:")


def write_export(table: Table, file: Path) -> Path:
    """Write the app's export of a stream to a file."""
    file.write_bytes(table.get("/events", headers=NDJSON).content)
    return file


def sse_events(stream: httpx.Response) -> Iterator[dict[str, Any]]:
    """Yield the id, type and data of each server-sent event as it arrives."""
    event: dict[str, Any] = {}
    for line in stream.iter_lines():
        name, _, value = line.partition(": ")
        if name in {"id", "event"}:
            event[name] = value
        elif name == "data":
            event["data"] = json.loads(value)
        elif not line and "data" in event:
            yield event
            event = {}
