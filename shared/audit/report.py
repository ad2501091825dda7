"""What an audit finds, and the receipt it may be held against."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from shared.messages import Hex32, canonical

Verdict: TypeAlias = Literal["same", "differs", "other ruleset", "not shown"]


class Receipt(Struct, frozen=True, kw_only=True):
    """What a server once signed: at this version the stream had this head."""

    stream: str
    version: int
    head: Hex32
    at: int
    key: str
    signature: str

    @property
    def signed(self) -> bytes:
        """Give the bytes the signature is over."""
        return canonical({"at": self.at, "head": self.head, "stream": self.stream, "version": self.version})


class Level(Struct, frozen=True, kw_only=True):
    """The outcome of one level: its verdict, how much was shown, and how much could not be."""

    verdict: Verdict
    shown: int = 0
    unshown: int = 0
    note: str = ""


class Failure(Struct, frozen=True, kw_only=True):
    """The first commit that fails, and why. `line` counts from 1, `version` is the version before the commit."""

    level: int
    line: int
    version: int
    why: str


class Report(Struct, frozen=True, kw_only=True):
    """What an audit found. A log that is not closed may go on after the last line shown."""

    stream: str
    commits: int
    version: int
    head: str
    closed: bool
    chain: Level
    draws: Level
    decisions: Level
    table_faces: int = 0
    failure: Failure | None = None
    failures: int = 0

    @property
    def honest(self) -> bool:
        """Tell whether nothing that could be checked was found wrong."""
        return self.failure is None

    @property
    def proven(self) -> bool:
        """Tell whether everything could be checked, on all three levels, and nothing was found wrong."""
        levels = (self.chain, self.draws, self.decisions)
        return self.honest and all(level.verdict == "same" and not level.unshown for level in levels)


class Findings:
    """Collects what fails."""

    def __init__(self) -> None:
        """Start with nothing found."""
        self.all: list[Failure] = []

    def add(self, level: int, *, line: int, version: int, why: str) -> None:
        """Keep what fails."""
        self.all.append(Failure(level=level, line=line, version=version, why=why))

    def at(self, level: int) -> bool:
        """Tell whether a level fails."""
        return any(failure.level == level for failure in self.all)

    @property
    def first(self) -> Failure | None:
        """Give the failure of the earliest line, and there of the lowest level."""
        return min(self.all, key=lambda failure: (failure.line, failure.level), default=None)
