"""The report of an audit, and the receipt with which an audit may compare a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from shared.kernel.messages import Hex32, canonical

LevelVerdict: TypeAlias = Literal["same", "differs", "other ruleset", "not shown"]


class Receipt(Struct, frozen=True, kw_only=True):
    """A server's signed statement that a stream had this head (the last hash of its chain) at this version.

    `fork` names the parent of a fork; a receipt of any other stream omits the field.
    """

    stream: str
    version: int
    head: Hex32
    at: int
    key: str
    signature: str
    fork: str | UnsetType = UNSET

    @property
    def signed(self) -> bytes:
        """Return the bytes that the server signs."""
        said = {"at": self.at, "head": self.head, "stream": self.stream, "version": self.version}
        return canonical(said if self.fork is UNSET else said | {"fork": self.fork})


class Level(Struct, frozen=True, kw_only=True):
    """The outcome of one level of an audit: its verdict, how many items it proved, and how many it could not check."""

    verdict: LevelVerdict
    shown: int = 0
    unshown: int = 0
    note: str = ""


class Failure(Struct, frozen=True, kw_only=True):
    """A commit that fails the audit, and why.

    `line` counts from 1; `version` is the stream's version before the commit.
    """

    level: int
    line: int
    version: int
    why: str


Conclusion: TypeAlias = Literal["simulated", "not honest", "proven", "nothing wrong found"]

LEVELS: Final = {3: "three", 4: "four", 5: "five"}
SAYS: Final[Mapping[Conclusion, str]] = {
    "simulated": "SIMULATED: no game was played here. The seed of this stream was chosen, and every face was known to"
    " the caller of the simulation before the first command. That its draws follow from the seed proves nothing.",
    "not honest": "Something that was checked is wrong.",
    "proven": "Everything was checked, on all {levels} levels, and nothing is wrong.",
    "nothing wrong found": "Nothing that could be checked is wrong, and not everything could be checked.",
}
SEALED: Final = (
    " The log of this stream stays closed after its end and its last seed is not revealed: that the draws follow from"
    " that seed can be checked by the server alone and proven to nobody; that the log was not changed can be proven."
)


class Report(Struct, frozen=True, kw_only=True):
    """The report of an audit. Unless the stream is closed, the stream may have continued after the log's last line.

    `simulated`: a caller chose the seed, so the draws were known beforehand. `sealed`: the stream is over and its last
    seed stays secret. `durability_asserted`: the operator asserts that no acknowledged command is lost; the store does
    not confirm it, and no export can show it. `fork`: whether a fork starts from its parent's state. `luck`: whether
    the public dice of a stream are those that its dice table rolled for it.
    """

    conclusion: Conclusion
    says: str
    simulated: bool
    sealed: bool
    stream: str
    commits: int
    version: int
    head: str
    closed: bool
    chain: Level
    draws: Level
    decisions: Level
    fork: Level | None = None
    luck: Level | None = None
    table_faces: int = 0
    failure: Failure | None = None
    failures: int = 0
    durability_asserted: bool = False

    @property
    def honest(self) -> bool:
        """Whether the audit found no failure in the parts that it could check."""
        return self.failure is None

    @property
    def levels(self) -> str:
        """Return in words how many levels the audit has: three, plus one for a fork and one for a dice table."""
        return LEVELS[3 + (self.fork is not None) + (self.luck is not None)]

    @property
    def proven(self) -> bool:
        """Whether the audit could check everything on all its levels, and found no failure.

        A simulated stream is never proven, because a caller chose its seed.
        """
        return self.conclusion == "proven"


def conclude(*, honest: bool, simulated: bool, sealed: bool, levels: Sequence[Level]) -> tuple[Conclusion, str]:
    """Return the conclusion of an audit, and a sentence that states it.

    For a simulated stream, the sentence also says that the stream is simulated.
    """
    shown = not sealed and all(level.verdict == "same" and not level.unshown for level in levels)
    conclusion: Conclusion = (
        "simulated" if simulated else "not honest" if not honest else "proven" if shown else "nothing wrong found"
    )
    says = SAYS[conclusion].format(levels=LEVELS[len(levels)]) + (
        f" {SAYS['not honest']}" if simulated and not honest else ""
    )
    return conclusion, says + (SEALED if sealed else "")


class Findings:
    """The failures that an audit has found."""

    def __init__(self) -> None:
        """Start without any failure."""
        self.all: list[Failure] = []

    def add(self, level: int, *, line: int, version: int, why: str) -> None:
        """Add a failure."""
        self.all.append(Failure(level=level, line=line, version=version, why=why))

    def at(self, level: int) -> bool:
        """Whether the audit found a failure on this level."""
        return any(failure.level == level for failure in self.all)

    @property
    def first(self) -> Failure | None:
        """Return the failure on the earliest line (of several, the one on the lowest level); None if there is none."""
        return min(self.all, key=lambda failure: (failure.line, failure.level), default=None)
