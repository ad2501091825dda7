"""Measures commands on this server for the comparison table: a real store, a real server process and many tables."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final, Literal

import httpx
import msgspec
from redis.asyncio import Redis

from services.gateway.processes.running import PROGRAM, Running, running
from shared.platform.access import make_key
from shared.platform.limits import Policy

from .load import Answered, Load, put, request

TABLES: Final = 200
OPENING: Final = {"type": "OpenTable", "seats": [{"seat": "gm", "role": "gm"}, {"seat": "player-1"}]}
ROLL: Final = b'{"command":{"type":"Roll","rolls":[{"what":{"throw":"Notation","text":"1d20+5"},"purpose":"attack"}]}}'
ROLLED: Final = b'"DiceRolled"'
UNLIMITED: Final = Policy(quota=1_000_000, window=10)
"""The rate policy of the bench, with which the limiter works as usual but allows everything."""


class Ours:
    """One of our servers, with tables to roll on. Every roll is one command: decided, drawn, chained, appended."""

    def __init__(self, server: Running, tables: int = TABLES) -> None:
        """Create a key and open this many tables."""
        self.server = server
        self.port, self.pid = server.port, server.pid
        self.key = asyncio.run(bench_key(server.store.url))
        self.rolled = 0
        self._numbers = count()
        with self.client() as app:
            self.tables = tuple(_open(app) for _ in range(tables))
            self.begun = sum(self.versions(app))

    def client(self) -> httpx.Client:
        """Return a client with the bench's own key."""
        return self.server.client(self.key)

    def versions(self, app: httpx.Client) -> list[int]:
        """Return the version of each table."""
        return [int(app.get(f"/dice/v1/tables/{table}").json()["version"]) for table in self.tables]

    def put(
        self, *, connections: int, seconds: float = 0, warm: float = 0, each: int = 0, tables: int = TABLES,
        whole: bool = False,
    ) -> Answered:  # fmt: skip
        """Send rolls to this many tables. With `whole`, every response includes the view."""
        prefer = {} if whole else {"Prefer": "return=minimal"}
        requests = tuple(
            request("POST", f"/dice/v1/tables/{table}/commands", body=ROLL, key=self.key, **prefer)
            for table in self.tables[:tables]
        )
        done = put(
            Load(
                port=self.port, requests=requests, connections=connections, seconds=seconds, warm=warm, each=each,
                expect=ROLLED,
            )
        )  # fmt: skip
        self.rolled += done.all_good
        return done

    def check(self) -> None:
        """Assert that the log has every acknowledged roll and nothing else, in versions without gaps."""
        with self.client() as app:
            assert sum(self.versions(app)) == self.begun + self.rolled

    def samples(self) -> tuple[bytes, bytes]:
        """Return a typical response and the public bytes of its record."""
        with self.client() as app:
            path = f"/dice/v1/tables/{self.tables[0]}"
            headers = {"Prefer": "return=minimal", "Content-Type": "application/json"}
            answer = app.post(f"{path}/commands", content=ROLL, headers=headers)
            self.rolled += 1
            lines = app.get(f"{path}/events", headers={"Accept": "application/x-ndjson"}).content.splitlines()
        line: dict[str, Any] = msgspec.json.decode(lines[-1], type=dict[str, msgspec.Raw])
        return answer.content, bytes(line["public"])


@contextmanager
def serving(
    folder: Path, durability: Literal["durable", "relaxed"] = "durable", *, tables: int = TABLES,
    under: Sequence[str] = (), program: str = PROGRAM,
) -> Iterator[Ours]:  # fmt: skip
    """Run our server during the block, under the command `under` if given. Check the log at the end."""
    with running(folder, durability=durability, under=under, program=program) as server:
        ours = Ours(server, tables)
        yield ours
        ours.check()


async def bench_key(store: str) -> str:
    """Create an API key whose rate limit allows the bench."""
    async with Redis.from_url(store) as redis:
        return (await make_key(redis, tenant="bench", label="bench", policy=UNLIMITED)).text


def _open(app: httpx.Client) -> str:
    answer = app.post("/dice/v1/tables", json=OPENING)
    assert answer.status_code == httpx.codes.CREATED, answer.text
    return str(answer.json()["id"])
