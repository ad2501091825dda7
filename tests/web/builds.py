"""Serves builds of the page without the rest of the server, so that a test can replace one build with another."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import h11

from services.page.serving import FOLDER, ServedFile, page_files


def other_build(folder: Path, mark: str) -> Mapping[str, ServedFile]:
    """Return the files of a build whose script also marks the document."""
    copy = shutil.copytree(FOLDER, folder / mark)
    with (copy / "arbiter.js").open("a", encoding="utf-8") as script:
        script.write(f"\ndocument.documentElement.dataset.build = '{mark}';\n")
    return page_files(copy)


class BuildServer:
    """A server that serves only the page's files; `files` may be replaced while it runs."""

    def __init__(self, files: Mapping[str, ServedFile]) -> None:
        """Set the build that is served first."""
        self.files = files

    async def __aenter__(self) -> Self:
        """Start listening."""
        self._listening = await asyncio.start_server(self._respond, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop listening."""
        self._listening.close()

    @property
    def address(self) -> str:
        """Return the address of the server."""
        return f"http://127.0.0.1:{self._listening.sockets[0].getsockname()[1]}"

    async def _respond(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Respond to one request, and close the connection."""
        connection = h11.Connection(h11.SERVER)
        while not isinstance(event := connection.next_event(), h11.Request):
            if event is not h11.NEED_DATA:
                writer.close()
                return
            connection.receive_data(await reader.read(65536))
        writer.write(self._answer(connection, event.target.decode()))
        await writer.drain()
        writer.close()

    def _answer(self, connection: h11.Connection, target: str) -> bytes:
        file = self.files.get(target.partition("?")[0])
        body, status = (b"", 404) if file is None else (file.body, 200)
        headers = {} if file is None else {**file.headers, "Content-Type": file.media}
        headers |= {"Content-Length": str(len(body)), "Connection": "close"}
        parts = (
            h11.Response(status_code=status, headers=list(headers.items())),
            h11.Data(data=body),
            h11.EndOfMessage(),
        )
        return b"".join(connection.send(part) or b"" for part in parts)
