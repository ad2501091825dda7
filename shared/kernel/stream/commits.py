"""Write a decision as one commit, or as several commits if it is too large for one.

No game depends on this limit. The first commit of a split decision contains the intent and all draws, because the
version before the decision determines the draws; later commits contain the remaining events, under the intent
`Continue`. The store appends all of these commits in one call, or none. Where a decision is split depends only on its
public bytes and the number of its events.
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
from shared.kernel.stream.forking import Start, open_fork
from shared.kernel.stream.judgement import Settled, has_shown_luck, settle, void_draws
from shared.kernel.stream.messages import Continue
from shared.kernel.stream.past import Past, no_past
from shared.kernel.stream.state import Stream

S = TypeVar("S")


def as_decided(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events unchanged. Only an audit without the seed uses another function in place of this one."""
    return events


class RecordForm(Struct, frozen=True, kw_only=True):
    """The parts of a record besides its decision: ruleset, stream key, and a function that may change events."""

    ruleset: str
    key: bytes
    events: Callable[[Sequence[Event]], Sequence[Event]] = as_decided


class Written(Struct, frozen=True):
    """A commit that is ready to append: the stream's version after it, and its record."""

    version: int
    record: Record


class WrittenDecision(Struct, Generic[S], frozen=True):
    """The decision on a command, and its commits. A decision without events has no commits."""

    settled: Settled[S]
    commits: tuple[Written, ...]


def carry_out(  # noqa: PLR0913 the parts of a decision
    game: Game[S], stream: Stream[S], intent: Intent, tape: Tape, *, form: RecordForm, past: Past[S] = no_past,
    start: Start | None = None,
) -> WrittenDecision[S]:  # fmt: skip
    """Decide a command and write its commits. If the decision cannot be written, its draws are voided.

    `start` is the state and the settings of a fork that the command opens.

    Rule:    AR-COMMIT-01, AR-COMMIT-02
    Refuses: the refusals of the kernel and the game before a draw
    Raises:  NeedsPast
    """
    if start is not None:
        opened = open_fork(game, stream, intent, tape, start=start)
        return WrittenDecision(opened, commits_of(stream, intent, opened, form))
    settled = settle(game, stream, intent, tape, past=past)
    try:
        return WrittenDecision(settled, commits_of(stream, intent, settled, form))
    except Exception as error:
        if not has_shown_luck(tape):
            raise
        settled = void_draws(game, stream, intent, tape, fault=error)
        return WrittenDecision(settled, commits_of(stream, intent, settled, form))


def commits_of(stream: Stream[S], intent: Intent, settled: Settled[S], form: RecordForm) -> tuple[Written, ...]:
    """Return the commits that record the events decided for a command.

    Rule:    AR-COMMIT-01
    """
    events = form.events(settled.events)
    if not events:
        return ()
    if len(events) <= MAX_EVENTS:
        record = _write_decision(stream, intent, settled, form, events=events)
        if len(record.public) <= MAX_BYTES or len(events) == 1:
            return (Written(settled.after.version, record),)
    split = Split(after=settled.after.version, before=stream.version)
    cuts = _cut(stream, intent, settled, form, events=events, split=split)
    if len(cuts) == 1:
        return (Written(settled.after.version, _write_decision(stream, intent, settled, form, events=events)),)
    commits: list[Written] = []
    version = stream.version
    for number, part in enumerate(cuts, start=1):
        version += len(part)
        now = replace(settled, after=replace(settled.after, version=version))
        if number > 1:
            now = replace(now, taken=[], hidden={})
        asked = intent if number == 1 else continuation_of(intent, number)
        commits.append(Written(version, _write_decision(stream, asked, now, form, events=part, split=split)))
    return tuple(commits)


def continuation_of(intent: Intent, number: int) -> Intent:
    """Return the intent for a later commit of a split decision; `number` counts from 2."""
    return replace(intent, id=f"{intent.id}/{number}", command=Continue(), faces=None)


def _write_decision(  # noqa: PLR0913 these are the parts of a record
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
    """Divide events among commits, each with at least one event and as many as both limits allow."""
    bare = replace(settled, taken=[], hidden={})
    rooms = (
        MAX_BYTES - len(_write_decision(stream, intent, settled, form, events=(), split=split).public),
        MAX_BYTES
        - len(_write_decision(stream, continuation_of(intent, MAX_EVENTS), bare, form, events=(), split=split).public),
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
