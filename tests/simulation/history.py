"""What the callers of a run saw: acknowledgements, answers to repeated requests, and reads."""

from __future__ import annotations

from typing import Final, NamedTuple


class Acknowledged(NamedTuple):
    """A roll that was acknowledged: its table, and the version and the head after it."""

    table: str
    version: int
    head: str


class Read(NamedTuple):
    """A read: its table, the newest version that was acknowledged before it began, and what it returned."""

    table: str
    known: int
    version: int


class History:
    """Grows while the callers work."""

    def __init__(self) -> None:
        """Begin empty."""
        self.sent: Final[dict[str, str]] = {}
        """The table of each roll that was ever sent."""
        self.acknowledged: Final[dict[str, Acknowledged]] = {}
        self.repeated: Final[list[tuple[str, Acknowledged]]] = []
        self.reads: Final[list[Read]] = []
        self.refused: Final[list[str]] = []

    def newest(self, table: str) -> int:
        """Return the newest acknowledged version of a table."""
        return max((one.version for one in self.acknowledged.values() if one.table == table), default=0)
