"""The number of a server process among several."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct


class Place(Struct, frozen=True):
    """This process among several: `number` of `servers`, with their sockets in a private folder."""

    number: int
    servers: int
    folder: Path

    def socket(self, number: int) -> Path:
        """Return the path of a process's socket."""
        return self.folder / f"{number}.sock"
