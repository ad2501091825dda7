"""Checks of what must be true after a run, whatever failed.

They read the store itself, without code of the services.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from tests.simulation.callers import Answer
from tests.simulation.history import History
from tests.simulation.store.keyspace import Store
from tests.simulation.store.values import Hash, Stream

PARTITION: Final = "{p0}"
KIND: Final = "dice.table"


class Commit(Struct, frozen=True):
    """A commit in the log: its version, its head, and the name of its roll, if it has one."""

    version: int
    head: str
    roll: str | None


class Log(Struct, frozen=True):
    """A table's log in the store: its commits, and the version and the head in its metadata."""

    commits: Sequence[Commit]
    version: int
    head: str


def log_of(store: Store, table: str) -> Log:
    """Read a table's log from the store's keys."""
    store.database, name = 0, f"{KIND}:{table}"
    events, meta = (
        store.find(f"{PARTITION}:e:{name}".encode(), Stream),
        store.find(f"{PARTITION}:m:{name}".encode(), Hash),
    )
    if events is None or meta is None:
        return Log((), 0, "")
    commits = [_commit(at[0], events.rows[at]) for at in events.ids]
    return Log(commits, int(meta[b"v"]), meta[b"h"].hex())


def _commit(version: int, row: Sequence[bytes]) -> Commit:
    fields = dict(zip(row[::2], row[1::2], strict=True))
    command: Mapping[str, Any] = json.loads(fields[b"p"]).get("intent", {}).get("command", {})
    rolls = command.get("rolls") or ()
    return Commit(version, fields[b"h"].hex(), rolls[0]["purpose"] if rolls else None)


def violations(store: Store, tables: Sequence[str], history: History, lost: Collection[str] = ()) -> Iterator[str]:
    """Yield one sentence for each violation. `lost` are the heads of commits that a failover was allowed to lose."""
    logs = {table: log_of(store, table) for table in tables}
    yield from _logs_end_at_their_heads(logs)
    yield from _rolls_are_kept(logs, history, lost)
    if not lost:
        yield from _repeats_are_answered_alike(history)
        yield from _reads_see_what_was_acknowledged(history)
        yield from history.missing
    yield from _feed_has_every_commit(store, logs)
    yield from (f"refused: {said}" for said in history.refused)
    yield from (f"the store was sent {name.decode()}, which the model lacks" for name in store.unknown)


def _logs_end_at_their_heads(logs: Mapping[str, Log]) -> Iterator[str]:
    for table, log in logs.items():
        last = log.commits[-1] if log.commits else Commit(0, "", None)
        if (last.version, last.head) != (log.version, log.head):
            yield f"{table}: the log ends at {last.version} {last.head}, its meta key says {log.version} {log.head}"


def _rolls_are_kept(logs: Mapping[str, Log], history: History, lost: Collection[str]) -> Iterator[str]:
    """Yield each acknowledged roll that is not in the log exactly once, and each other roll that is in it twice."""
    found = defaultdict[str, list[tuple[str, Commit]]](list)
    for table, log in logs.items():
        for commit in log.commits:
            if commit.roll is not None:
                found[commit.roll].append((table, commit))
    for name in history.sent:
        places, promised = found.get(name, []), history.acknowledged.get(name)
        if len(places) > 1:
            yield f"{name} is in the log {len(places)} times, at {[commit.version for _, commit in places]}"
        elif promised is not None and promised.head not in lost:
            kept = [(table, commit.version, commit.head) for table, commit in places]
            if kept != [tuple(promised)]:
                yield f"{name} was acknowledged as {tuple(promised)}, the log has {kept}"


def _repeats_are_answered_alike(history: History) -> Iterator[str]:
    for name, answer in history.repeated:
        if history.acknowledged.get(name) != answer:
            yield f"{name} was answered {history.acknowledged.get(name)}, and when sent again {answer}"


def _reads_see_what_was_acknowledged(history: History) -> Iterator[str]:
    for read in history.reads:
        if read.version < read.known:
            yield f"a read of {read.table} returned version {read.version} after {read.known} was acknowledged"


def _feed_has_every_commit(store: Store, logs: Mapping[str, Log]) -> Iterator[str]:
    """Yield each gap in the feed's numbers, and each gap in the versions of a stream in the feed."""
    store.database = 0
    feed = store.find(f"{PARTITION}:f".encode(), Stream) or Stream()
    numbers = [at[0] for at in feed.ids]
    if numbers != list(range(1, len(numbers) + 1)):
        yield f"the feed has the numbers {numbers}"
    reached = defaultdict[str, int](int)
    for at in feed.ids:
        row = dict(zip(feed.rows[at][::2], feed.rows[at][1::2], strict=True))
        stream, first, last = row[b"s"].decode(), int(row[b"a"]), int(row[b"z"])
        if first != reached[stream] + 1:
            yield f"the feed continues {stream} at {first} after {reached[stream]}"
        reached[stream] = last
    for table, log in logs.items():
        if reached[f"{KIND}:{table}"] != log.version:
            yield f"the feed ends {table} at {reached[f'{KIND}:{table}']}, the log at {log.version}"


def view_violations(server: str, table: str, answer: Answer, log: Log) -> Iterator[str]:
    """Yield each error in a server's view of a table after the run."""
    if answer.status != 200:
        yield f"{server} answers {answer.status} for {table}: {answer.body[:200]!r}"
    elif (answer.json["version"], answer.json["head"]) != (log.version, log.head):
        yield f"{server} shows {table} at {answer.json['version']}, the log is at {log.version}"
