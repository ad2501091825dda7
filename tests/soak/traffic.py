"""Players over raw connections: each plays on a table for a while, reads it, closes it, and opens the next one."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import httpx
import msgspec

from services.gateway.processes.running import NO_TLS
from tests.bench.load import answer_size, request
from tests.bench.ours import OPENING, ROLL
from tests.support.http import CLOSE, SSE

STEPS: Final = 120
"""Requests to one table before the player opens the next one."""
FOLLOWED: Final = 4
"""One of this many players has a listener."""
BEHIND: Final = 1.0
"""Seconds by which a player may be late before it gives up to catch up."""
SIMPLE_ROLL: Final = b'{"rolls":[{"what":{"throw":"Notation","text":"d20"}}]}'
ATTEMPTS: Final = 20
UNAVAILABLE: Final = 503
PAUSE: Final = 0.5
"""Seconds before a request is sent again."""
REPEAT: Final = 0.1
"""The share of rolls that are sent again with the same key."""


class Counts:
    """What the traffic did: requests, commands, received events, failures, and the latencies since the last sample.

    `repeated` counts requests that were sent again, after a 503 or on a new connection; `late` those sent too late.
    """

    def __init__(self) -> None:
        """Start with nothing done."""
        self.requests = self.commits = self.events = self.late = self.repeated = 0
        self.failures: list[str] = []
        self.latencies: list[float] = []

    def fail(self, text: str) -> None:
        """Record a failure."""
        self.failures.append(text[:400])

    def take_latencies(self) -> list[float]:
        """Return the latencies since the last call, in order of size. Units: seconds."""
        taken, self.latencies = sorted(self.latencies), []
        return taken


class Connection:
    """A connection that sends one request at a time."""

    def __init__(self, port: int, key: str, counts: Counts) -> None:
        """Prepare to connect to a server with an app's key."""
        self.port, self.key, self.counts = port, key, counts
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """Send a request until a server answers it; return the status and the body of the response.

        A server may close a connection that nobody uses for a while.
        """
        headers |= {"Idempotency_Key": headers.get("Idempotency_Key", secrets.token_hex(8))} if body else {}
        status, text = UNAVAILABLE, b""
        for _ in range(ATTEMPTS):
            begun = time.perf_counter()
            try:
                status, text = await self._ask_once(request(method, path, body=body, key=self.key, **headers))
            except OSError:
                await self.close()
                status, text = UNAVAILABLE, b"the connection was closed"
            if status != UNAVAILABLE:
                self.counts.requests += 1
                self.counts.latencies.append(time.perf_counter() - begun)
                return status, text
            self.counts.repeated += 1
            await asyncio.sleep(PAUSE)
        return status, text

    async def _ask_once(self, asked: bytes) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        writer.write(asked)
        got = b""
        while (size := answer_size(got)) is None or len(got) < size:
            more = await reader.read(1 << 16)
            if not more:
                raise ConnectionError("the server closed the connection")
            got += more
        head, _, text = got.partition(b"\r\n\r\n")
        return int(head.split(b" ", 2)[1]), text

    async def close(self) -> None:
        """Disconnect."""
        if self._streams is not None:
            _, writer = self._streams
            self._streams = None
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()


class Pace:
    """The times at which one player sends its requests; without a rate, it sends each one at once."""

    def __init__(self, rate: float | None) -> None:
        """Set the requests per second."""
        self._gap = None if rate is None else 1 / rate
        self._next = time.monotonic() + random.random() * (self._gap or 0)

    async def wait(self, counts: Counts) -> None:
        """Wait until the next request is due."""
        if self._gap is None:
            return
        left = self._next - time.monotonic()
        if left < -BEHIND:
            counts.late += 1
            self._next -= left
        await asyncio.sleep(max(0.0, left))
        self._next += self._gap


class Player:
    """A player, and the table on which it plays now."""

    def __init__(self, number: int, connection: Connection, pace: Pace) -> None:
        """Create a player whose number seeds its choices."""
        self.number, self.connection, self.pace = number, connection, pace
        self.counts = connection.counts
        self._random = random.Random(number)
        self._path, self._version = "", 0

    async def play(self, over: asyncio.Event) -> None:
        """Play on one table after another until the event `over` is set."""
        try:
            while not over.is_set():
                await self._play_on_a_table(over)
        except (OSError, ValueError, AssertionError, httpx.HTTPError, asyncio.IncompleteReadError) as error:
            self.counts.fail(f"player {self.number}: {error!r}")
        finally:
            await self.connection.close()

    async def open_and_close(self, tables: int, alone: asyncio.Lock) -> None:
        """Open tables, and do on each what fills the caches: roll, read, list the commands. Close it at once.

        Only the holder of `alone` lists commands, because first lists are long calculations, of which each app has few.
        """
        try:
            for _ in range(tables):
                await self._open()
                await self._command(ROLL)
                await self._look()
                async with alone:
                    await self._list_commands()
                await self._command({"type": CLOSE["type"]})
        finally:
            await self.connection.close()

    async def _open(self) -> None:
        """Open a table, and play on it from now on."""
        opened = await self._answered(201, "POST", "/dice/v1/tables", msgspec.json.encode(OPENING))
        self._path, self._version = f"/dice/v1/tables/{opened['id']}", opened["version"]

    async def _play_on_a_table(self, over: asyncio.Event) -> None:
        await self._open()
        following = asyncio.create_task(self._follow()) if self.number % FOLLOWED == 0 else None
        acts: Sequence[Callable[[], Awaitable[Any]]] = (
            self._roll, self._look, self._read_events, self._list_commands, self._roll_at_once, self._list_tables,
        )  # fmt: skip
        for _ in range(STEPS):
            if over.is_set():
                break
            await self.pace.wait(self.counts)
            await self._random.choices(acts, (60, 14, 10, 5, 10, 1))[0]()
        await self._command({"type": CLOSE["type"]})
        if following is not None:  # the last event may arrive before the response to the command
            heard = await following
            assert heard == self._version, f"{self._path}: {heard} of {self._version} events arrived"

    async def _answered(self, status: int, method: str, path: str, body: bytes = b"", **headers: str) -> Any:  # noqa: ANN401 JSON
        """Send a request that must be answered with this status; return the JSON of the response."""
        got, text = await self.connection.ask(method, path, body, **headers)
        if got != status:
            raise AssertionError(f"{method} {path}: {got} {text[:300]!r}")
        return msgspec.json.decode(text)

    async def _command(self, command: Any, *, twice: bool = False) -> None:  # noqa: ANN401 JSON
        """Send a command, which must be the next one in the log; with `twice`, a repetition gets the same response."""
        body = command if isinstance(command, bytes) else msgspec.json.encode({"command": command})
        key, path = secrets.token_hex(8), f"{self._path}/commands"
        done = await self._answered(200, "POST", path, body, Idempotency_Key=key)
        assert done["first"] == self._version + 1, f"{path}: version {done['first']} follows {self._version}"
        self._version = done["version"]
        self.counts.commits += 1
        if twice:
            assert done == await self._answered(200, "POST", path, body, Idempotency_Key=key)

    async def _roll(self) -> None:
        await self._command(ROLL, twice=self._random.random() < REPEAT)

    async def _look(self) -> None:
        view = await self._answered(200, "GET", self._path)
        assert view["version"] == self._version, f"{self._path} shows {view['version']} after {self._version}"

    async def _read_events(self) -> None:
        after = max(0, self._version - 10)
        page = await self._answered(200, "GET", f"{self._path}/events?after={after}&limit=20")
        assert int(page["items"][-1]["sequence"]) == self._version

    async def _list_commands(self) -> None:
        await self._answered(200, "GET", f"{self._path}/legal")

    async def _roll_at_once(self) -> None:
        await self._answered(201, "POST", "/dice/v1/rolls", SIMPLE_ROLL)

    async def _list_tables(self) -> None:
        await self._answered(200, "GET", "/dice/v1/tables?limit=10")

    async def _follow(self) -> int:
        """Receive the table's events until it closes; each must arrive once and in order. Return their number."""
        headers = SSE | {"Authorization": f"Bearer {self.connection.key}", "Last-Event-ID": "0"}
        address, heard, path = f"http://127.0.0.1:{self.connection.port}", 0, self._path
        async with (
            httpx.AsyncClient(base_url=address, headers=headers, timeout=120, verify=NO_TLS) as client,
            client.stream("GET", f"{path}/events") as answer,
        ):
            async for line in answer.aiter_lines():
                if line.startswith("id: "):
                    assert int(line[4:]) == heard + 1, f"{path}: event {line[4:]} follows {heard}"
                    heard += 1
        self.counts.events += heard
        return heard
