"""The number of a server process among several that share a port."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct


class Place(Struct, frozen=True):
    """One server process of several: its number of `servers`, and the private folder with their sockets."""

    number: int
    servers: int
    folder: Path

    def socket(self, number: int) -> Path:
        """Return the path of the socket of the process with this number."""
        return self.folder / f"{number}.sock"
