"""A proxy to a real store that can stop before a reply or in the middle of one."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from redis.asyncio.connection import Connection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

AT_ONCE: Final = 65536


class Relay:
    """A proxy that passes on all requests to a server, and as many bytes of the replies as the test allows.

    The event `stopped` is set when the proxy holds back bytes, and `hung_up` when a client has hung up. While the
    server does not listen, the proxy disconnects clients.
    """

    def __init__(self, server: Path | int) -> None:
        """Create a proxy to a server's socket, or to its port on this machine. At first everything passes."""
        self.connections = 0
        self.stopped = asyncio.Event()
        self.hung_up = asyncio.Event()
        self._server = server
        self._room: int | None = None
        self._more = asyncio.Event()
        self._clients: list[asyncio.StreamWriter] = []
        self._servers: list[asyncio.StreamWriter] = []
        self._tasks: set[asyncio.Task[Any]] = set()

    async def __aenter__(self) -> Self:
        """Start to listen."""
        self._listening = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Disconnect every client, also one whose connection to the server is still being opened."""
        self._listening.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for server in self._servers:
            server.close()

    @property
    def port(self) -> int:
        """Return the port at which the relay listens."""
        port: int = self._listening.sockets[0].getsockname()[1]
        return port

    def connection(self) -> Connection:
        """Create a connection through this relay."""
        return Connection(
            host="127.0.0.1",
            port=self.port,
            protocol=2,
            driver_info=None,
            retry=Retry(NoBackoff(), 0),
            socket_timeout=None,
        )

    def stop_after(self, count: int) -> None:
        """Pass on this many more bytes of the replies, and hold back the rest."""
        self._room = count
        self.stopped.clear()

    def let_through(self) -> None:
        """Pass on all bytes, beginning with those that were held back."""
        self._room = None
        self._more.set()

    def inject(self, said: bytes) -> None:
        """Send every client bytes that the server never sent."""
        for client in self._clients:
            client.write(said)

    def cut(self) -> None:
        """Disconnect every client; new ones may connect."""
        for client in self._clients:
            client.close()
        self._clients.clear()
        self._room = None

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._clients.append(writer)
        connecting = asyncio.create_task(self._connect())
        self._keep(connecting)
        try:
            answers, server = await connecting
        except OSError:
            writer.close()
            return
        self._servers.append(server)
        for work in (self._pass_on(reader, server), self._answer(answers, writer)):
            self._keep(asyncio.create_task(work))

    def _keep(self, task: asyncio.Task[Any]) -> None:
        """Cancel a task at the end, unless it has finished by then."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self._server, int):
            return await asyncio.open_connection("127.0.0.1", self._server)
        return await asyncio.open_unix_connection(self._server)

    async def _pass_on(self, reader: asyncio.StreamReader, server: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(AT_ONCE):
                server.write(data)
        self.hung_up.set()
        server.close()

    async def _answer(self, answers: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await answers.read(AT_ONCE):
                await self._let_out(data, client)
        client.close()

    async def _let_out(self, data: bytes, client: asyncio.StreamWriter) -> None:
        while data:
            passes = len(data) if self._room is None else self._room
            if self._room is not None:
                self._room -= min(passes, len(data))
            client.write(data[:passes])
            data = data[passes:]
            if data:
                await client.drain()
                self._more.clear()
                self.stopped.set()
                await self._more.wait()
