"""The number of a server process among the processes that share a port."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct


class Place(Struct, frozen=True):
    """One of the server processes that share a port.

    `number` identifies this process among `servers` processes, which keep their sockets in `folder`.
    """

    number: int
    servers: int
    folder: Path

    def socket(self, number: int) -> Path:
        """Return the path of the socket of the process with this number."""
        return self.folder / f"{number}.sock"
