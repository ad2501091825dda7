"""A store reached over TLS: a proxy that accepts TLS in front of a store without it."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

SCRIPT: Final = Path(__file__).parents[2] / "deploy" / "certificates.sh"
OPENSSL: Final = shutil.which("openssl")


def made_certificates(folder: Path) -> Path:
    """Create certificates as an operator does, and return their folder."""
    subprocess.run(["sh", str(SCRIPT), str(folder), "log", "localhost"], check=True, capture_output=True)
    return folder


@contextmanager
def tls_before(socket: Path, certificates: Path) -> Iterator[int]:
    """Forward TLS connections on a port to a unix socket during the block; yield the port."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificates / "store.crt", certificates / "store.key")
    loop, opened = asyncio.new_event_loop(), threading.Event()
    ports: list[int] = []
    ended = asyncio.Event()

    async def serve() -> None:
        """Run the proxy until the block ends."""
        server = await asyncio.start_server(lambda *ends: _forward(socket, *ends), "127.0.0.1", 0, ssl=context)
        ports.append(server.sockets[0].getsockname()[1])
        opened.set()
        await ended.wait()
        server.close()
        open_ones = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in open_ones:
            task.cancel()
        await asyncio.gather(*open_ones, return_exceptions=True)

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    try:
        opened.wait(30)
        yield ports[0]
    finally:
        loop.call_soon_threadsafe(ended.set)
        thread.join()
        loop.close()


async def _forward(socket: Path, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Forward bytes both ways until one side ends."""
    behind, before = await asyncio.open_unix_connection(str(socket))
    ways = [asyncio.ensure_future(_copy(reader, before)), asyncio.ensure_future(_copy(behind, writer))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        for end in (writer, before):
            end.close()
            with contextlib.suppress(OSError, ssl.SSLError, asyncio.CancelledError):
                await end.wait_closed()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
