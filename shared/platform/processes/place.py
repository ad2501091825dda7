"""The position of a server process among those that share a port."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct


class Place(Struct, frozen=True):
    """One of the server processes that share a port: its number among `servers`, and the folder of their sockets."""

    number: int
    servers: int
    folder: Path

    def socket(self, number: int) -> Path:
        """Return the path of a process's socket, by the process's number."""
        return self.folder / f"{number}.sock"
