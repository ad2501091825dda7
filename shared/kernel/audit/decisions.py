"""Level 3 of the audit: the rules decide each command again with its recorded draws, and must produce the same record.

The comparison is byte for byte. This level needs no seed: if a commit's new seed is not revealed yet, the audit uses
its recorded commitment (its hash).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from shared.kernel.audit.lines import AuditLine
from shared.kernel.audit.report import Findings, Level, LevelVerdict
from shared.kernel.context import Intent
from shared.kernel.decided import before_opening, decisions_of, digest_parts, intent_of
from shared.kernel.digests import schema_name
from shared.kernel.messages import Event, canonical
from shared.kernel.recorded_tape import RecordedTape, by_audience
from shared.kernel.refusals import Refusal
from shared.kernel.replay import LogReader, open_draws, placeholder
from shared.kernel.stream import (
    Memory,
    OpenFork,
    Past,
    RecordForm,
    SeedCommitted,
    StateDigested,
    Stream,
    Written,
    carry_out,
    hold_faces,
    start_in,
)

ReaderFor: TypeAlias = Callable[[str], LogReader[Any] | None]

UNKNOWN_SEED: Final = bytes(32)


class _Commit(Struct, frozen=True):
    """A commit to decide again: the secret parts that this reader can open, and the index of the new seed's part."""

    entry: AuditLine
    opened: tuple[bytes | None, ...]
    seed_part: int | None

    @property
    def seed_known(self) -> bool:
        return self.seed_part is None or self.opened[self.seed_part] is not None

    @property
    def closed(self) -> bool:
        """Whether the decision depends on a secret part of the commit that this reader cannot open."""
        missing = {number for number, data in enumerate(self.opened) if data is None}
        return bool(missing) and not missing <= {self.seed_part, *digest_parts(self.entry.record.events)}


def check_decisions(
    entries: Sequence[AuditLine],
    findings: Findings,
    *,
    seeds: Mapping[int, str],
    reader_for: ReaderFor,
    ruleset: str | None,
) -> Level:
    """Decide every command again, and stop before the first commit with a secret part that this reader cannot open.

    Rule:    AR-AUDIT-01
    """
    reader = reader_for(entries[0].record.stream) if entries else None
    if reader is None:
        return Level(verdict="not shown", unshown=len(entries), note="no rules for this stream are known here")
    if unknown := _catalogue_unknown(reader, entries[0]):
        return Level(verdict="other ruleset", unshown=len(entries), note=unknown)
    stream = Stream(id=entries[0].record.stream, game=reader.game.initial)
    memory = Memory[Any]()
    other, note = _find_odd_ruleset(entries), ""
    shown = since = 0
    for decision in decisions_of(entries, attrgetter("goes_on")):
        entry, commits = decision[0], [_commit(entry, seeds) for entry in decision]
        if closed := [commit.entry.line for commit in commits if commit.closed]:
            note = f"parts of line {closed[0]} are closed to this reader"
            break
        since += len(decision)
        stream, why = _decide_again(reader, stream, commits, memory, since=since)
        memory.note_after(stream)
        if stream.digests and _holds_digest(reader, commits):
            since = 0
        if why and ruleset in (None, entry.record.ruleset):
            findings.add(3, line=entry.line, version=entry.before, why=why)
        elif why:
            other = other or f"line {entry.line} was decided by {entry.record.ruleset}: {why}"
        else:
            shown += len(decision)
    unshown = len(entries) - shown
    verdict = _verdict(shown=shown, unshown=unshown, differs=findings.at(3), other=other)
    return Level(verdict=verdict, shown=shown, unshown=unshown, note=other or note or _find_alike(entries, ruleset))


def _find_odd_ruleset(entries: Sequence[AuditLine]) -> str:
    """Describe a commit whose rules differ from those of the commits before and after it; return "" if there is none.

    A new release replaces an older one only once. If the name of the rules changes back, either a commit was altered,
    or two releases took turns to decide.
    """
    seen: set[str] = set()
    begun = entries[0]
    for before, entry in pairwise(entries):
        name, last = entry.record.ruleset, before.record.ruleset
        if name == last:
            continue
        if name in seen:
            return f"line {begun.line} was decided by {last}, and the commits before and after by {name}"
        seen.add(last)
        begun = entry
    return ""


def _find_alike(entries: Sequence[AuditLine], ruleset: str | None) -> str:
    """Describe the commits that were recorded under other rules but that the current rules decide identically."""
    others = [entry for entry in entries if ruleset not in (None, entry.record.ruleset)]
    if not others:
        return ""
    names = ", ".join(sorted({entry.record.ruleset for entry in others}))
    return (
        f"{len(others)} commits from line {others[0].line} on name another ruleset, and are the same by this: {names}"
    )


def _catalogue_unknown(reader: LogReader[Any], opening: AuditLine) -> str:
    """Return an error message if the stream names a catalogue release that these rules lack; otherwise ""."""
    named = next(iter(opening.record.events), {}).get("catalogue")
    if not isinstance(named, str) or reader.game.has_catalogue(named):
        return ""
    return f"the stream is decided by the catalogue {named}, which is not here: verify it with the release that has it"


def _verdict(*, shown: int, unshown: int, differs: bool, other: str) -> LevelVerdict:
    if differs:
        return "differs"
    if other:
        return "other ruleset"
    return "not shown" if unshown and not shown else "same"


def _commit(entry: AuditLine, seeds: Mapping[int, str]) -> _Commit:
    """Decode a commit.

    If the log reveals the commit's new seed later, the secret part with that seed counts as opened.
    """
    opened = list(entry.opened)
    made = next((form for form in entry.record.events if form["type"] == "SeedCommitted"), {})
    place = placeholder(made.get("seed"))
    if place is None:
        return _Commit(entry, entry.opened, None)
    if opened[place[1]] is None and made.get("epoch") in seeds:
        opened[place[1]] = canonical(seeds[made["epoch"]])
    return _Commit(entry, tuple(opened), place[1])


def _decide_again(
    reader: LogReader[Any], stream: Stream[Any], commits: Sequence[_Commit], past: Past[Any], *, since: int
) -> tuple[Stream[Any], str]:  # fmt: skip
    """Decide a command again with its recorded draws.

    Return the stream after the recorded events, and the reason if the new record differs from the recorded one;
    otherwise "". `since` is the number of commits since the last digest that could be compared, including these
    commits.

    The record may be forged, so any error that it causes in the game counts as a difference.
    """
    after = stream
    try:
        for commit in commits:
            after = reader.fold_commit(after, reader.commit(commit.entry.public, commit.opened), past)
    except Exception as error:  # noqa: BLE001 as above
        return stream, f"the events cannot be read: {error!r}"
    try:
        return after, _difference(reader, stream, commits, past, since=since)
    except Refusal as refusal:
        return after, f"the command is refused: {type(refusal).__name__} ({refusal.rule})"
    except Exception as error:  # noqa: BLE001 as above
        return after, f"the intent leads elsewhere: {error!r}"


def _difference(
    reader: LogReader[Any], stream: Stream[Any], commits: Sequence[_Commit], past: Past[Any], *, since: int
) -> str:  # fmt: skip
    commit = commits[0]
    record = commit.entry.record
    taken, _ = open_draws(record.draws, commit.opened)
    intent = intent_of(reader, record.intent, commit.opened, taken)
    if wrong := _wrong_actor(stream, intent):
        return wrong
    hold_faces(intent)
    start = None
    if isinstance(intent.command, OpenFork):
        read = (reader.commit(one.entry.public, one.opened).events for one in commits)
        start = start_in([event for events in read for event in events])
    if not stream.opened:
        stream = before_opening(stream, record.events[0])
    made = next((commit for commit in commits if commit.seed_part is not None), commit)
    digested = _digest_in(reader, commits)

    def in_recorded_form(events: Sequence[Event]) -> Sequence[Event]:
        return _as_digested(_as_committed(events, made), digested)

    form = RecordForm(ruleset=record.ruleset, key=b"", events=in_recorded_form)
    tape = RecordedTape(by_audience(taken), lambda: _seed(made))
    again = carry_out(reader.game, stream, intent, tape, form=form, past=past, start=start)
    if len(again.commits) == len(commits) and all(map(_same, again.commits, commits)):
        return ""
    if _is_another_state(again.settled.events, digested):
        return f"the state is not the one with this digest: the fold differs within the last {since} commits"
    names = [type(event).__name__ for event in again.settled.events]
    return f"decided again it gives {names}, which is not what is recorded"


def _digest_in(reader: LogReader[Any], commits: Sequence[_Commit]) -> StateDigested | None:
    """Return the digest that a decision records, if it has one."""
    for commit in commits:
        for form in commit.entry.record.events:
            if form["type"] == StateDigested.__name__:
                events = reader.commit(commit.entry.public, commit.opened).events
                return next(event for event in events if isinstance(event, StateDigested))
    return None


def _holds_digest(reader: LogReader[Any], commits: Sequence[_Commit]) -> bool:
    """Whether a decision records a digest that can be compared with the digest of this reader's state.

    Rule: AR-DIGEST-05.
    """
    kind: Any = reader.game.state
    forms = (form for commit in commits for form in commit.entry.record.events)
    return any(form["type"] == StateDigested.__name__ and form.get("schema") == schema_name(kind) for form in forms)


def _as_digested(events: Sequence[Event], recorded: StateDigested | None) -> Sequence[Event]:
    """Replace the digest among these events by the recorded one if the two cannot be compared.

    They cannot be compared if the recorded state has another schema than this release's state.

    Rule: AR-DIGEST-05
    """
    if recorded is None:
        return events
    known = {} if recorded.digest.value is UNSET else {"digest": recorded.digest}
    return [
        replace(event, schema=recorded.schema, **known)
        if isinstance(event, StateDigested) and event.schema != recorded.schema else event
        for event in events
    ]  # fmt: skip


def _is_another_state(events: Sequence[Event], recorded: StateDigested | None) -> bool:
    """Whether a decision leads to a state whose digest differs from the recorded one. Rule: AR-DIGEST-05."""
    found = next((event for event in events if isinstance(event, StateDigested)), None)
    if found is None or recorded is None or recorded.digest.value is UNSET:
        return False
    return found.schema == recorded.schema and found.digest.value != recorded.digest.value


def _same(written: Written, commit: _Commit) -> bool:
    record, opened = written.record, commit.opened
    parts = [None if data is None else part.data for part, data in zip(record.parts, opened, strict=False)]
    return record.public == commit.entry.public and parts == list(opened)


def _wrong_actor(stream: Stream[Any], intent: Intent) -> str:
    """Return the reason why no seat can have sent this command, such as a wrong role; "" if a seat can have sent it."""
    seat = stream.seats.get(intent.seat)
    expected = "gm" if not stream.opened else seat.role if seat else "clock"
    if intent.role != expected:
        return f"the seat {intent.seat} does not hold the role {intent.role}"
    if not intent.by.startswith("seat:"):
        return ""
    named, _, epoch = intent.by.removeprefix("seat:").rpartition("@")
    if isinstance(intent.command, OpenFork) and named == intent.seat and epoch.isdecimal():
        return ""  # sent with that seat's token from the stream that it forks
    if seat is None or named != intent.seat or not epoch.isdecimal() or int(epoch) < seat.epoch:
        return f"{intent.by} is not good for the seat {intent.seat}"
    return ""


def _seed(commit: _Commit) -> bytes:
    """Return the new seed of this commit, or a placeholder if the seed is not revealed yet."""
    if commit.seed_part is None or (data := commit.opened[commit.seed_part]) is None:
        return UNKNOWN_SEED
    return bytes.fromhex(msgspec.json.decode(data, type=str))


def _as_committed(events: Sequence[Event], commit: _Commit) -> Sequence[Event]:
    """Put a seed's recorded commitment (its hash) into the event that names the seed, if it is not revealed yet."""
    if commit.seed_known:
        return events
    recorded = next(form["commitment"] for form in commit.entry.record.events if form["type"] == "SeedCommitted")
    return [replace(event, commitment=recorded) if isinstance(event, SeedCommitted) else event for event in events]
