"""The floor: a bare Litestar echo with responses of our size, alone or with one bare append of as many bytes as ours.

usage: python -m tests.bench.peers.echo PORT [STORE] < samples (samples: msgpack of `Samples`)

The echo decides nothing. It decodes the request into structs and encodes a struct with the same bytes as our response.
With a store, it appends the bytes of our record to a stream; all calls in one turn of the event loop share a pipeline
of redis-py.
"""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

import httpx
import msgspec
import uvicorn
from litestar import Litestar, post
from litestar.params import JSONBody
from msgspec import Struct
from redis.asyncio import Redis

from services.dice.chapters.rolls import DiceRolled
from services.gateway.app import GC_THRESHOLDS
from services.gateway.processes.running import free_port
from tests.bench.load import ROOT

READY_SECONDS: Final = 120.0


class Samples(Struct, frozen=True, kw_only=True):
    """The bytes of the echo's responses, and the bytes that it appends."""

    answer: bytes
    record: bytes
    head: bytes = bytes(32)


class What(Struct):
    """The notation of a roll."""

    throw: str
    text: str


class RollAsk(Struct):
    """A roll."""

    what: What
    purpose: str


class Roll(Struct, tag=True):
    """A command."""

    rolls: tuple[RollAsk, ...]


class Asked(Struct):
    """The body of a request."""

    command: Roll


class Answer(Struct):
    """The body of a response, with the same fields as ours."""

    stream: str
    first: int
    version: int
    head: str
    events: tuple[DiceRolled, ...]


class Appends:
    """Bare appends to the store. All appends in one turn of the event loop share a pipeline."""

    def __init__(self, store: Redis, samples: Samples) -> None:
        """Use a store and the bytes to append."""
        self._store, self._samples = store, samples
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def append(self, stream: str) -> asyncio.Future[None]:
        """Append to a stream; the future is done when the store confirms."""
        loop = asyncio.get_running_loop()
        if not self._waiting:
            loop.call_soon(self._flush)
        future: asyncio.Future[None] = loop.create_future()
        self._waiting.append((stream, future))
        return future

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        task = asyncio.get_running_loop().create_task(self._send(waiting))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, waiting: list[tuple[str, asyncio.Future[None]]]) -> None:
        fields: dict[Any, Any] = {"p": self._samples.record, "h": self._samples.head}
        pipe: Any = self._store.pipeline(transaction=False)
        for stream, _ in waiting:
            pipe.xadd(stream, fields)
        await pipe.execute()
        for _, future in waiting:
            future.set_result(None)


def make_app(samples: Samples, store: str | None) -> Litestar:
    """Build the echo app."""
    answer = msgspec.json.decode(samples.answer, type=Answer)
    assert len(msgspec.json.encode(answer)) == len(samples.answer)

    @post("/dice/v1/tables/{id:str}/commands", status_code=200)
    async def echo(data: JSONBody[Asked], id: str) -> Answer:  # noqa: A002 as in our own path
        """Return the fixed response, after the append if there is a store."""
        assert data.command.rolls
        if store is not None:
            await app.state.appends.append(f"floor:{id}")
        return answer

    @asynccontextmanager
    async def living(app: Litestar) -> AsyncIterator[None]:
        """Connect to the store for as long as the process runs."""
        async with Redis.from_url(store or "redis://127.0.0.1:1") as redis:
            app.state.appends = Appends(redis, samples)
            yield

    app = Litestar([echo], lifespan=[living], openapi_config=None, logging_config=None)
    return app


class Server(uvicorn.Server):
    """Uvicorn with our garbage collector settings."""

    async def startup(self, sockets: Any = None) -> None:  # noqa: ANN401 as uvicorn has it
        """Open the port and freeze the memory."""
        await super().startup(sockets)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)


@contextmanager
def echoing(samples: Samples, store: str | None, under: Sequence[str] = ()) -> Iterator[tuple[int, int]]:
    """Run an echo during the block; yield its port and process id."""
    port = free_port()
    command = [*under, sys.executable, "-m", "tests.bench.peers.echo", str(port), *([store] if store else [])]
    with subprocess.Popen(command, stdin=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdin is not None
        process.stdin.write(msgspec.msgpack.encode(samples))
        process.stdin.close()
        try:
            _await(port)
            yield port, process.pid
        finally:
            process.terminate()


def _await(port: int) -> None:
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until:
        try:
            httpx.get(f"http://127.0.0.1:{port}/", timeout=1)
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("the echo did not start")


def main() -> None:
    """Serve until terminated."""
    samples = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Samples)
    store = sys.argv[2] if len(sys.argv) > 2 else None
    config = uvicorn.Config(
        make_app(samples, store), port=int(sys.argv[1]), access_log=False, log_level="warning", loop="uvloop",
        http="httptools", server_header=False,
    )  # fmt: skip
    Server(config).run()


if __name__ == "__main__":
    main()
