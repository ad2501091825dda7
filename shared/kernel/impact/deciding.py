"""Decide the commands of one stored stream again, and report the decisions that differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.chance import RecordedDraw
from shared.kernel.context import Intent
from shared.kernel.decided import before_opening, intent_of, lacks_part
from shared.kernel.impact.change import NO_CHANGE, Change, settings_of
from shared.kernel.impact.citing import rules_behind, rules_in
from shared.kernel.impact.late_steps import NEEDS_TRAIL, LateSteps
from shared.kernel.impact.quick import fork_in, opening_in, quick_reader_of, seed_in, with_parts
from shared.kernel.messages import Event, Secret, canonical, encode_canonical_into
from shared.kernel.record import split_of
from shared.kernel.recorded_tape import DrawsByAudience, RecordedTape, by_audience
from shared.kernel.refusals import Refusal
from shared.kernel.replay import FromTheFuture, LogReader, OpenedParts, StoredRecord, open_draws
from shared.kernel.stream import (
    OF_THE_TAPE,
    Memory,
    OpenFork,
    Past,
    SeedCommitted,
    SeedRevealed,
    Settled,
    StateDigested,
    Stream,
    hold_faces,
    open_fork,
    settle,
    start_in,
)

S = TypeVar("S")
Kind: TypeAlias = Literal["refused", "event", "missing", "draws", "fault"]
"""The kind of a difference between a recorded decision and the repeated one.

The repeated decision is refused, has another event, lacks an event, asks for other draws, or fails.
"""

ZERO_SEED: Final = bytes(32)
NO_SEED: Final = Secret[str](audience=())


class RecordedCommit(Struct, frozen=True):
    """A commit of a log: its public bytes, and the secret parts that the reader can open."""

    public: bytes
    opened: OpenedParts = ()


class Difference(Struct, frozen=True, kw_only=True):
    """A decision with a different outcome under the changed rules.

    `version` is the stream's version before the decision. `rules` are the rules that lead to the difference, the
    innermost first. `what` is the refusal, or the first event that differs; `fields` are the fields of that event whose
    values differ.
    """

    version: int
    kind: Kind
    rules: tuple[str, ...]
    what: str
    fields: tuple[str, ...] = ()


class StreamImpact(Struct, frozen=True, kw_only=True):
    """The result of deciding a stream again: counts of decisions, the differences, and why it stopped early, if it did.

    `echoes` counts decisions that only repeat an earlier difference: if the log lacks an event, the changed rules emit
    that event again with each later command.
    """

    stream: str
    decisions: int
    same: int
    echoes: int
    differences: tuple[Difference, ...]
    stopped: str = ""


def impact_of(
    reader: LogReader[S], stream: str, commits: Iterable[RecordedCommit], change: Change = NO_CHANGE
) -> StreamImpact:  # fmt: skip
    """Decide all commands of a stream again, under the rules of this release and the changed settings.

    Refuses: UnknownSetting
    """
    deciding = Deciding(reader, Stream(id=stream, game=reader.game.initial), change)
    decision: list[RecordedCommit] = []
    for commit in commits:
        if not decision and deciding.go_on_quickly(commit):
            continue
        decision.append(commit)
        if _goes_on(commit):
            continue
        if not deciding.go_on_slowly(decision):
            break
        decision = []
    return deciding.result()


class _Version(Struct, frozen=True):
    version: int


def _goes_on(commit: RecordedCommit) -> bool:
    """Whether the next commit continues the decision of this one."""
    split = split_of(commit.public)
    return split is not None and msgspec.json.decode(commit.public, type=_Version).version != split.after


class _Unlike(Exception):
    """Raised when a decision cannot be compared; the message says why."""


class _Decided(Struct, Generic[S], frozen=True):
    """A recorded decision: the intent, the tape of its draws, its events, and a function that decides it again."""

    before: Stream[S]
    intent: Intent
    draws: tuple[RecordedDraw, ...]
    events: tuple[Event, ...]

    def again(self, reader: LogReader[S], past: Past[S]) -> Settled[S]:
        hold_faces(self.intent)
        tape = RecordedTape(by_audience(self.draws), lambda: ZERO_SEED)
        if isinstance(self.intent.command, OpenFork):
            return open_fork(reader.game, self.before, self.intent, tape, start=start_in(self.events))
        return settle(reader.game, self.before, self.intent, tape, past=past)


class Deciding(Generic[S]):
    """A run that decides the commands of one stream again, one after another."""

    def __init__(self, reader: LogReader[S], stream: Stream[S], change: Change) -> None:
        """Start before the first command of a stream."""
        self._reader, self._stream, self._change = reader, stream, change
        self._game, self._quick = reader.game, quick_reader_of(reader)
        self._memory: Final[Memory[S]] = Memory()
        self._late: Final = LateSteps(self._game, self._memory)
        self._encoded: Final = bytearray()
        self._settings: object = None
        self._decisions = self._same = self._echoes = 0
        self._differences: list[Difference] = []
        self._seen: set[tuple[str, bytes]] = set()
        self._stopped = ""

    @property
    def stream(self) -> Stream[S]:
        """Return the stream after the commands decided so far."""
        self._stream = self._late.add_to(self._stream)
        return self._stream

    def result(self) -> StreamImpact:
        """Return the result so far."""
        return StreamImpact(
            stream=self._stream.id, decisions=self._decisions, same=self._same, echoes=self._echoes,
            differences=tuple(self._differences), stopped=self._stopped,
        )  # fmt: skip

    def go_on_quickly(self, commit: RecordedCommit) -> bool:
        """Decide the next command again quickly; return False, and change no result, if its outcome may differ."""
        opened, stream = commit.opened, self._stream
        try:
            intent, draws, events = self._quick.read(commit.public, opened)
            late = stream.opened and not stream.kept and type(intent.command) not in NEEDS_TRAIL
            if late:
                if intent.faces is not None:
                    hold_faces(intent)
                tape = RecordedTape(draws, lambda: seed_in(events, opened))
                again = settle(self._game, stream, intent, tape, adds_step=False)
            else:
                again = self._settle_with_step(intent, draws, events, opened)
            encode_canonical_into(again.events, self._encoded)
            same = self._encoded == (with_parts(events, opened) if opened else events)
        except Exception:  # noqa: BLE001 the slow way finds the cause
            return False
        if not same:
            return False
        self._same += 1
        self._follow(again.after)
        if late:
            self._late.note(intent, again, self._stream)
        return True

    def go_on_slowly(self, commits: Sequence[RecordedCommit]) -> bool:
        """Decide the next command again by the slow method; return False if the stream cannot be followed further."""
        try:
            after = self._slowly(commits)
        except (_Unlike, FromTheFuture, LookupError, msgspec.MsgspecError) as error:
            self._stopped = f"after version {self._stream.version}: {error}"
            return False
        self._follow(after)
        return True

    def _follow(self, after: Stream[S]) -> None:
        """Continue from the stream after a decision."""
        self._decisions += 1
        self._stream = self._with_change(after) if self._change.settings else after
        if after.trail:
            self._memory.note_after(self._stream)

    def _with_change(self, stream: Stream[S]) -> Stream[S]:
        """Return the stream with the changed settings if it has just recorded its own settings."""
        if settings_of(stream) is self._settings is not None:
            return stream
        stream = self._change.apply_to(stream)
        self._settings = settings_of(stream)
        return stream

    # ---------------------------------------------------------------- one decision

    def _settle_with_step(
        self, intent: Intent, draws: DrawsByAudience, events: msgspec.Raw, opened: OpenedParts
    ) -> Settled[S]:  # fmt: skip
        """Decide a command that needs the trail, or that opens the stream. A fork's own record contains its state."""
        game, stream = self._game, self.stream
        if not stream.opened:
            stream = before_opening(stream, opening_in(events))
        hold_faces(intent)
        tape = RecordedTape(draws, lambda: seed_in(events, opened))
        if not isinstance(intent.command, OpenFork):
            return settle(game, stream, intent, tape, past=self._memory)
        return open_fork(game, stream, intent, tape, start=start_in(fork_in(events, opened)))

    def _slowly(self, commits: Sequence[RecordedCommit]) -> Stream[S]:
        """Decide any command, even one that `_quickly` cannot read; return the stream after its recorded commits.

        Refuses: _Unlike, FromTheFuture
        """
        if any(map(_is_closed, commits)):
            raise _Unlike("parts of the next decision are closed to this reader")
        read = [self._reader.commit(commit.public, commit.opened) for commit in commits]
        self._compare(self._read(commits[0], [event for commit in read for event in commit.events]))
        after = self.stream
        for one in read:
            after = self._reader.fold_commit(after, one, self._memory)
        return after

    def _read(self, first: RecordedCommit, events: Sequence[Event]) -> _Decided[S]:
        """Read a decision from its first commit and its events.

        Refuses: LookupError (this reader cannot open the command)
        """
        before = self.stream
        record = msgspec.json.decode(first.public, type=StoredRecord)
        taken, _ = open_draws(record.draws, first.opened)
        intent = intent_of(self._reader, record.intent, first.opened, taken)
        if not before.opened:
            before = before_opening(before, record.events[0])
        return _Decided(before, intent, taken, tuple(events))

    def _compare(self, decided: _Decided[S]) -> None:
        """Decide once more, and record any difference."""
        try:
            again = decided.again(self._reader, self._memory)
        except Refusal as refusal:
            self._note("refused", (refusal.rule,), type(refusal).__name__)
            return
        except OF_THE_TAPE as error:
            self._note("draws", _rules_of(decided.intent), type(error).__name__)
            return
        except Exception as error:  # noqa: BLE001 changed rules may fail in any way, and the rest of the log is still worth reading
            self._note("fault", _rules_of(decided.intent), type(error).__name__)
            return
        if again.fault is not None:
            self._note("fault", _rules_of(decided.intent), type(again.fault).__name__)
            return
        self._compare_events(decided, again)

    def _compare_events(self, decided: _Decided[S], again: Settled[S]) -> None:
        """Record the first event that differs, and the rules that lead to it."""
        recorded, new = list(map(_without_seed, decided.events)), list(map(_without_seed, again.events))
        if recorded == new:
            self._same += 1
            return
        unlike = (at for at, (one, other) in enumerate(zip(recorded, new, strict=False)) if one != other)
        place = next(unlike, min(len(recorded), len(new)))
        if place == len(new):
            missing = type(recorded[place])
            self._note("missing", rules_in(missing.__doc__) or _rules_of(decided.intent), missing.__name__)
        elif self._is_echo(new[place]):
            self._echoes += 1
        else:
            again_so = partial(decided.again, self._reader, self._memory)
            rules = rules_behind(again_so, again.events[place], again.events[:place]) or _rules_of(decided.intent)
            instead = recorded[place] if place < len(recorded) else None
            self._note("event", rules, type(new[place]).__name__, _fields_that_differ(instead, new[place]))

    def _is_echo(self, event: Event) -> bool:
        """Whether this event has already been a difference in the stream. If not, the event is remembered."""
        mark = (type(event).__name__, canonical(event))
        if mark in self._seen:
            return True
        self._seen.add(mark)
        return False

    def _note(self, kind: Kind, rules: tuple[str, ...], what: str, fields: tuple[str, ...] = ()) -> None:
        version = self._stream.version
        self._differences.append(Difference(version=version, kind=kind, rules=rules, what=what, fields=fields))


def _rules_of(intent: Intent) -> tuple[str, ...]:
    return rules_in(type(intent.command).__doc__)


def _fields_that_differ(recorded: Event | None, new: Event) -> tuple[str, ...]:
    """Return the names of the fields whose values differ; none unless both events are of the same type."""
    if type(recorded) is not type(new):
        return ()
    return tuple(name for name in new.__struct_fields__ if getattr(recorded, name) != getattr(new, name))


def _without_seed(event: Event) -> Event:
    """Return an event without its seed or digest: a seed is random, and other rules lead to other states."""
    if isinstance(event, StateDigested):
        return replace(event, schema="", digest=NO_SEED)
    if isinstance(event, SeedCommitted):
        return replace(event, commitment="", seed=NO_SEED)
    return replace(event, seed="") if isinstance(event, SeedRevealed) else event


def _is_closed(commit: RecordedCommit) -> bool:
    """Whether the reader lacks a secret part of a commit, other than a new seed."""
    if None not in commit.opened:
        return False
    return lacks_part(msgspec.json.decode(commit.public, type=StoredRecord).events, commit.opened)
