"""A proxy to a real server that can cut or lose responses, or reject requests."""

from __future__ import annotations

import socket
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import Final, Self

AT_ONCE: Final = 65536
AWAY: Final = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 0\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class RoughWay:
    """A proxy that forwards connections to a port, each with its own fault.

    A fault is `503` (the proxy responds at once with that status), `lost` (the server gets the request, and the
    proxy drops its response), or a number (the proxy cuts the response after that many bytes). `fates` are the
    remaining faults; after the last one all connections work.
    """

    def __init__(self, port: int, fates: Sequence[str | int]) -> None:
        """Create a proxy to the server's port, with the fault of each connection in turn."""
        self._port, self.fates = port, list(fates)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._threads = list[threading.Thread]()
        self._open = list[socket.socket]()

    @property
    def address(self) -> str:
        """Return the address of this proxy."""
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def __enter__(self) -> Self:
        """Start to listen."""
        self._start(self._listen)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Disconnect all clients."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for one in self._open:
            self._hang_up(one)
        for thread in self._threads:
            thread.join()

    def _start(self, work: object, *facts: object) -> None:
        thread = threading.Thread(target=work, args=facts, daemon=True)  # type: ignore[arg-type]
        self._threads.append(thread)
        thread.start()

    def _listen(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            self._start(self._pass_on, client, self.fates.pop(0) if self.fates else None)

    def _pass_on(self, client: socket.socket, fate: str | int | None) -> None:
        with client:
            if fate == "503":
                client.recv(AT_ONCE)
                client.sendall(AWAY)
                return
            with socket.create_connection(("127.0.0.1", self._port)) as server:
                self._open += [client, server]
                self._start(self._copy, client, server, None)
                self._copy(server, client, 0 if fate == "lost" else fate if isinstance(fate, int) else None)
                self._hang_up(client)

    def _copy(self, source: socket.socket, sink: socket.socket, room: int | None) -> None:
        """Copy until either side hangs up or `room` bytes are copied. A limit of 0 ends the copy at the first byte."""
        try:
            while data := source.recv(AT_ONCE):
                sink.sendall(data if room is None else data[:room])
                room = None if room is None else room - len(data)
                if room is not None and room <= 0:
                    return
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            return

    @staticmethod
    def _hang_up(one: socket.socket) -> None:
        try:
            one.shutdown(socket.SHUT_RDWR)
        except OSError:
            return
