"""From a decision to the commits it is stored as: one, or several where it is longer than a commit may be.

No game knows of this bound. The first commit of a split decision has the intent and all draws, so that these follow
from the version before the decision, as ever; each later one goes on with the next events, under the intent `Continue`.
They are appended in one call, all or none. Where a decision is cut depends on its public bytes and the number of its
events alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.chance import Tape
from shared.kernel.context import Intent
from shared.kernel.game import Game
from shared.kernel.messages import Event, canonical_size
from shared.kernel.record import MAX_BYTES, MAX_EVENTS, Record, RecordWriter, Split, write
from shared.kernel.stream.judgement import Settled, has_shown_luck, settle, voided
from shared.kernel.stream.messages import Continue
from shared.kernel.stream.state import Stream

S = TypeVar("S")


def as_decided(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events as they are: only an audit that lacks a seed puts something else in."""
    return events


class RecordForm(Struct, frozen=True, kw_only=True):
    """What a record holds beside the decision: the rules' name, the stream's own key; `events` may amend the events."""

    ruleset: str
    key: bytes
    events: Callable[[Sequence[Event]], Sequence[Event]] = as_decided


class Written(Struct, frozen=True):
    """A commit to be appended: the stream's version after it, and its record."""

    version: int
    record: Record


class WrittenDecision(Struct, Generic[S], frozen=True):
    """What an intent leads to, and the commits it is stored as; none where nothing happened."""

    settled: Settled[S]
    commits: tuple[Written, ...]


def carry_out(game: Game[S], stream: Stream[S], intent: Intent, tape: Tape, *, form: RecordForm) -> WrittenDecision[S]:
    """Decide an intent and write its commits. A decision that cannot be written is void, like one that fails.

    Rule:    AR-COMMIT-01, AR-COMMIT-02
    Refuses: whatever the kernel or the game refuses before it draws
    """
    settled = settle(game, stream, intent, tape)
    try:
        return WrittenDecision(settled, commits_of(stream, intent, settled, form))
    except Exception as error:
        if not has_shown_luck(tape):
            raise
        settled = voided(game, stream, intent, tape, fault=error)
        return WrittenDecision(settled, commits_of(stream, intent, settled, form))


def commits_of(stream: Stream[S], intent: Intent, settled: Settled[S], form: RecordForm) -> tuple[Written, ...]:
    """Write what was settled as commits.

    Rule:    AR-COMMIT-01
    """
    events = form.events(settled.events)
    if not events:
        return ()
    if len(events) <= MAX_EVENTS:
        record = _written(stream, intent, settled, form, events=events)
        if len(record.public) <= MAX_BYTES or len(events) == 1:
            return (Written(settled.after.version, record),)
    split = Split(after=settled.after.version, before=stream.version)
    cuts = _cut(stream, intent, settled, form, events=events, split=split)
    if len(cuts) == 1:
        return (Written(settled.after.version, _written(stream, intent, settled, form, events=events)),)
    commits: list[Written] = []
    version = stream.version
    for number, part in enumerate(cuts, start=1):
        version += len(part)
        now = replace(settled, after=replace(settled.after, version=version))
        if number > 1:
            now = replace(now, taken=[], hidden={})
        asked = intent if number == 1 else continued(intent, number)
        commits.append(Written(version, _written(stream, asked, now, form, events=part, split=split)))
    return tuple(commits)


def continued(intent: Intent, number: int) -> Intent:
    """Return the intent under which a decision goes on in its next commit, counted from 2."""
    return replace(intent, id=f"{intent.id}/{number}", command=Continue(), faces=None)


def _written(  # noqa: PLR0913 these are the parts of a record
    stream: Stream[S], intent: Intent, settled: Settled[S], form: RecordForm, *,
    events: Sequence[Event], split: Split | None = None,
) -> Record:  # fmt: skip
    return write(
        stream=stream.id, version=settled.after.version, intent=intent, hidden=settled.hidden, ruleset=form.ruleset,
        taken=settled.taken, events=events, key=form.key, split=split,
    )  # fmt: skip


def _cut(  # noqa: PLR0913 these are the parts of a record
    stream: Stream[S], intent: Intent, settled: Settled[S], form: RecordForm, *, events: Sequence[Event], split: Split
) -> list[Sequence[Event]]:
    """Cut events into the parts of commits: each as long as both bounds allow, and at least one event."""
    bare = replace(settled, taken=[], hidden={})
    rooms = (
        MAX_BYTES - len(_written(stream, intent, settled, form, events=(), split=split).public),
        MAX_BYTES - len(_written(stream, continued(intent, MAX_EVENTS), bare, form, events=(), split=split).public),
    )
    cuts: list[Sequence[Event]] = []
    start, room = 0, rooms[0]
    for place, event in enumerate(events):
        size = canonical_size(RecordWriter(b"", 0).event(event)) + 1
        if place - start == MAX_EVENTS or (place > start and size > room):
            cuts.append(events[start:place])
            start, room = place, rooms[1]
        room -= size
    return [*cuts, events[start:]]
