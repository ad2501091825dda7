"""The record of what the callers of a run received: acknowledgements, responses to retried requests, and reads."""

from __future__ import annotations

from typing import Final, NamedTuple


class Acknowledged(NamedTuple):
    """An acknowledged roll: its table, its version and its head."""

    table: str
    version: int
    head: str


class Read(NamedTuple):
    """A read: its table, the newest version that was acknowledged before it began, and the version that it returned."""

    table: str
    known: int
    version: int


class Asked(NamedTuple):
    """A request that makes a secret public: its time, its table, and its roll, or None for the table's seed."""

    now: float
    table: str
    roll: int | None


class History:
    """The record of all calls and their results, to which the callers append while they run."""

    def __init__(self) -> None:
        """Start with an empty record."""
        self.sent: Final[dict[str, str]] = {}
        """The table of each roll that was sent."""
        self.acknowledged: Final[dict[str, Acknowledged]] = {}
        self.repeated: Final[list[tuple[str, Acknowledged]]] = []
        self.reads: Final[list[Read]] = []
        self.refused: Final[list[str]] = []
        self.missing: Final[list[str]] = []
        """Reveals of a secret roll that the table did not have."""
        self.asked: Final[list[Asked]] = []

    def newest(self, table: str) -> int:
        """Return the newest acknowledged version of a table."""
        return max((one.version for one in self.acknowledged.values() if one.table == table), default=0)
