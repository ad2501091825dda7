"""Judges a history: whether every stream behaves as one log that all clients saw in real-time order.

The checker imports nothing from the services, so an error in their code cannot hide itself here.

Judging takes time linear in the length of the history. In general, a checker must search for an order of all
operations that explains their responses, which takes exponential time. A stream needs no search, because it
states the order itself: an acknowledged write has its version, a read has the version that it saw, and the log
at the end has the version of each write whose outcome was unknown. So the order by version is the only
candidate, and the checker only has to check it. It compares each operation's version with the newest version
that was acknowledged before the operation began (its *floor*). A write must be above its floor, and a read must
not be below it. Real time demands no more: if one operation ended before another began, the floor of the second
is at least the version of the first. The check also excludes a read of the future: if a write began after the
read ended, that read's version is part of the write's floor, so the write must be above it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from tests.faults.histories.history import Commit, End, Entry, Invoke

Logs = Mapping[str, Sequence[Commit]]
WRITES: Final = ("write", "repeat")


class Promise(Struct, frozen=True, kw_only=True):
    """The promise of a store about crashes; by default it loses nothing that it acknowledged.

    may_lose: a crash may lose writes acknowledged after the last sync that ended before the crash (`relaxed`).
    reads_ahead: a read may show a commit before it is confirmed, and a failover may lose that commit
    (`replicated`). reads_behind: until a crash has ended, a read may show a stream as it was when the crash began,
    because a primary that was replaced does not know it yet.
    """

    may_lose: bool = False
    reads_ahead: bool = False
    reads_behind: bool = False


class Crash(Struct, frozen=True, kw_only=True):
    """A crash: the period in which a store may lose data, and the last sync before it.

    Its fields are positions in the history.
    """

    synced: int
    begun: int
    ended: int


class Verdict(Struct, kw_only=True):
    """The result of judging a history: what it contains, and one sentence for each violation."""

    operations: int = 0
    acknowledged: int = 0
    failed: int = 0
    unknown: int = 0
    applied: int = 0
    """The number of writes of unknown outcome that are in the log."""
    crashes: int = 0
    lost: int = 0
    """The number of operations that were acknowledged and then lost, as the promise allows."""
    unconfirmed: int = 0
    """The number of reads that showed commits which were never confirmed and then lost."""
    behind: int = 0
    """The number of reads during a crash that did not show all acknowledged writes."""
    violations: list[str]


class Operation:
    """An operation: its beginning, its end, and its floor."""

    def __init__(self, asked: Invoke, begun: int) -> None:
        """Create an operation that has begun and has not ended."""
        self.asked, self.begun = asked, begun
        self.end: End | None = None
        self.ended = 0
        self.floor = 0
        self.least = 0
        """The floor of a read that may show an older state."""
        self.lost = False

    @property
    def ok(self) -> bool:
        """Return whether the operation was acknowledged."""
        return self.end is not None and self.end.outcome == "ok"

    def __str__(self) -> str:
        asked, end = self.asked, self.end
        said = "was not answered" if end is None else end.outcome
        at = f" at version {end.version}" if end is not None and end.version else ""
        return f"{asked.stream}: {asked.act} {asked.name or asked.op} of {asked.client} ({said}{at})"


class Places:
    """An index of the logs: commits by the name of their write, and heads by version."""

    def __init__(self, logs: Logs) -> None:
        """Index the logs as they are at the end of the run."""
        self.by_name: Final = defaultdict[str, list[tuple[str, Commit]]](list)
        self.heads: Final[dict[tuple[str, int], str]] = {}
        self.events: Final[dict[tuple[str, int], tuple[str, int]]] = {}
        """The names and times of each stream's events.

        If a write was lost and sent again, its time differs.
        """
        for stream, log in logs.items():
            for commit in log:
                self.heads[stream, commit.version] = commit.head
                for version in range(commit.first, commit.version + 1):
                    self.events[stream, version] = commit.name, commit.at
                if commit.name:
                    self.by_name[commit.name].append((stream, commit))

    def of(self, operation: Operation) -> Commit | None:
        """Return the commit of a write, or None if its stream does not have it."""
        found = self.by_name.get(operation.asked.name, ())
        return next((commit for stream, commit in found if stream == operation.asked.stream), None)

    def have(self, operation: Operation) -> bool:
        """Return whether the log agrees with the response to an acknowledged operation."""
        asked, end = operation.asked, operation.end
        assert end is not None
        if asked.act in WRITES:
            place = self.of(operation)
            return place is not None and (place.first, place.version, place.head) == (end.first, end.version, end.head)
        if asked.act == "tail":
            return all(self.events.get((asked.stream, version)) == (name, at) for version, name, at in end.seen)
        return self.heads.get((asked.stream, end.version)) == end.head


def judge(entries: Sequence[Entry], logs: Logs, promise: Promise = Promise()) -> Verdict:  # noqa: B008 it is frozen
    """Judge a history against the final logs of its streams."""
    operations, places = list(operations_of(entries)), Places(logs)
    crashes = _crashes_of(operations)
    verdict = _count(operations, places)
    verdict.crashes = len(crashes)
    say = verdict.violations.extend
    say(_logs_have_gaps(logs))
    say(_writes_applied_twice(operations, places))
    say(_failures_applied(operations, places))
    say(_answers_missing(operations, places, promise, verdict, crashes=crashes))
    say(_tails_with_gaps(operations))
    say(_not_at_the_expected_version(operations))
    _set_floors(entries, operations, crashes if promise.reads_behind else [])
    say(_out_of_order(operations, places, verdict))
    return verdict


def operations_of(entries: Sequence[Entry]) -> Iterator[Operation]:
    """Pair each invocation with its end, in the order of the invocations.

    Refuses: ValueError
    """
    found: dict[int, Operation] = {}
    for at, entry in enumerate(entries):
        if isinstance(entry, Invoke):
            found[entry.op] = Operation(entry, at)
            continue
        operation = found.get(entry.op)
        if operation is None or operation.end is not None:
            raise ValueError(f"entry {at} ends an operation that is not running: {entry.op}")
        operation.end, operation.ended = entry, at
    yield from found.values()


def _count(operations: Sequence[Operation], places: Places) -> Verdict:
    asked = [each for each in operations if each.asked.stream]
    unknown = [each for each in asked if each.end is None or each.end.outcome == "unknown"]
    return Verdict(
        operations=len(asked),
        acknowledged=sum(each.ok for each in asked),
        failed=sum(each.end is not None and each.end.outcome == "fail" for each in asked),
        unknown=len(unknown),
        applied=sum(each.asked.act in WRITES and places.of(each) is not None for each in unknown),
        violations=[],
    )


# ---------------------------------------------------------------- each rule


def _logs_have_gaps(logs: Logs) -> Iterator[str]:
    """Yield the commits whose first version does not directly follow the last version of the commit before."""
    for stream, log in logs.items():
        reached = 0
        for commit in log:
            if commit.first != reached + 1 or commit.version < commit.first:
                yield f"{stream}: gap: versions {commit.first} to {commit.version} follow version {reached}"
            reached = commit.version


def _writes_applied_twice(operations: Sequence[Operation], places: Places) -> Iterator[str]:
    """Yield each write that is in the log twice, and each write in the log that no client sent to that stream."""
    asked = {each.asked.name: each.asked.stream for each in operations if each.asked.act in WRITES}
    for name, found in places.by_name.items():
        versions = Counter((stream, commit.version) for stream, commit in found)
        if len(found) > 1:
            yield f"{found[0][0]}: applied twice: {name} is at {sorted(version for _, version in versions)}"
        if asked.get(name) != found[0][0]:
            yield f"{found[0][0]}: {name} is in the log, and no client sent it there"


def _failures_applied(operations: Sequence[Operation], places: Places) -> Iterator[str]:
    for each in operations:
        if each.asked.act in WRITES and each.end is not None and each.end.outcome == "fail":
            place = places.of(each)
            if place is not None:
                yield f"{each}: it was refused, and is in the log at version {place.version}"


def _answers_missing(
    operations: Sequence[Operation], places: Places, promise: Promise, verdict: Verdict, *, crashes: Sequence[Crash]
) -> Iterator[str]:  # fmt: skip
    """Yield each acknowledged operation that the log does not have, unless the promise permits its loss."""
    confirmed = {(each.asked.stream, each.end.head) for each in operations if each.ok and each.asked.act in WRITES}  # type: ignore[union-attr]
    crashes = crashes if promise.may_lose else []
    for each in operations:
        if not each.ok or not each.asked.stream or places.have(each):
            continue
        each.lost = True
        assert each.end is not None
        is_read = each.asked.act not in WRITES
        if is_read and promise.reads_ahead and (each.asked.stream, each.end.head) not in confirmed:
            verdict.unconfirmed += 1
        elif any(crash.synced < each.ended and each.begun < crash.ended for crash in crashes):
            verdict.lost += 1
        else:
            yield f"{each}: {'the log never had what it read' if is_read else 'acknowledged, and lost'}"
    yield from _lost_before_kept(operations, crashes)


def _crashes_of(operations: Sequence[Operation]) -> list[Crash]:
    """Return the crashes of the history, in order.

    If two consecutive syncs were confirmed by different primaries, there was a crash in between, too: a failover. It
    happened between the beginning of the last sync by the old primary and the end of the first sync by the new primary,
    which then has the old one as its replica.
    """
    found, synced, primary = list[Crash](), -1, ""
    for each in sorted((one for one in operations if one.asked.act in {"sync", "crash"}), key=lambda one: one.begun):
        if each.asked.act == "crash":
            found.append(Crash(synced=synced, begun=each.begun, ended=each.ended))
        elif each.ok:
            assert each.end is not None
            if primary not in {"", each.end.head}:
                found.append(Crash(synced=synced, begun=synced, ended=each.ended))
            synced, primary = each.begun, each.end.head
    return found


def _lost_before_kept(operations: Sequence[Operation], crashes: Sequence[Crash]) -> Iterator[str]:
    """Yield each lost commit that is followed by a kept one.

    A crash loses only the end of each stream, so no commit that was acknowledged before the crash and kept may
    follow.
    """
    writes, before = [each for each in operations if each.ok and each.asked.act in WRITES], -1
    for crash in crashes:
        kept = defaultdict[str, int](int)
        for each in writes:
            assert each.end is not None
            if not each.lost and each.ended < crash.begun:
                kept[each.asked.stream] = max(kept[each.asked.stream], each.end.version)
        for each in writes:
            assert each.end is not None
            if each.lost and before < each.begun < crash.ended and each.end.version <= kept[each.asked.stream]:
                yield f"{each}: lost, and version {kept[each.asked.stream]} of the same stream was kept"
        before = crash.ended


def _tails_with_gaps(operations: Sequence[Operation]) -> Iterator[str]:
    """Yield each read whose events have a gap between their versions."""
    for each in operations:
        if each.ok and each.asked.act == "tail":
            assert each.end is not None
            versions = [version for version, _, _ in each.end.seen]
            if versions != list(range(each.asked.after + 1, each.asked.after + 1 + len(versions))):
                yield f"{each}: gap: after {each.asked.after} it read {versions}"


def _not_at_the_expected_version(operations: Sequence[Operation]) -> Iterator[str]:
    for each in operations:
        if each.ok and each.asked.expected is not None:
            assert each.end is not None
            if each.end.first != each.asked.expected + 1:
                yield f"{each}: applied from version {each.end.first}, though it expected {each.asked.expected}"


def _set_floors(entries: Sequence[Entry], operations: Sequence[Operation], crashes: Sequence[Crash]) -> None:
    """Set the floor of each operation: the newest version that was acknowledged and kept before the operation began.

    An operation that began during one of `crashes` has a second floor, as of the beginning of the crash. A read
    that returns no events shows no version, because it requested the events after a version that the stream may not
    have.
    """
    by_number, floors = {each.asked.op: each for each in operations}, defaultdict[str, int](int)
    at_begin: dict[int, dict[str, int]] = {crash.begun: {} for crash in crashes}
    for at, entry in enumerate(entries):
        operation = by_number[entry.op]
        stream = operation.asked.stream
        if at in at_begin:
            at_begin[at] = dict(floors)
        if isinstance(entry, Invoke):
            during = next((crash for crash in crashes if crash.begun <= at < crash.ended), None)
            operation.floor = floors[stream]
            operation.least = operation.floor if during is None else at_begin[during.begun].get(stream, 0)
        elif operation.ok and not operation.lost and (entry.seen or operation.asked.act != "tail"):
            floors[stream] = max(floors[stream], entry.version)


def _out_of_order(operations: Sequence[Operation], places: Places, verdict: Verdict) -> Iterator[str]:
    """Yield each write that is not above its floor, even of unknown outcome, and each read that is below its floor."""
    for each in operations:
        if each.asked.act == "write":
            place = places.of(each)
            if place is not None and place.first <= each.floor:
                yield f"{each}: it is at version {place.first}, and {each.floor} was acknowledged before it began"
        elif each.ok and not each.lost and each.asked.act in {"read", "tail"}:
            assert each.end is not None
            if each.end.version < each.least:
                yield f"{each}: stale read: version {each.least} was acknowledged before it began"
            verdict.behind += each.least <= each.end.version < each.floor
