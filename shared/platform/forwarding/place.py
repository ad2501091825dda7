"""Which of several server processes one is."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct


class Place(Struct, frozen=True):
    """Which of several server processes this one is: `number` of `servers`, with their sockets in a private folder."""

    number: int
    servers: int
    folder: Path

    def socket(self, number: int) -> Path:
        """Return where a process listens to the others."""
        return self.folder / f"{number}.sock"
