"""Reading the log: decoding records into commits, converting old events to the current format, and folding commits.

This module neither rolls nor judges. It raises `FromTheFuture` for an event that a newer release wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from shared.kernel.causes import Cause, Correlation
from shared.kernel.chance import Draw, RecordedDraw
from shared.kernel.game import Game, fold_events
from shared.kernel.messages import Audience, Event, Role, Secret, secret_fields
from shared.kernel.record import Record
from shared.kernel.stream import (
    KERNEL_COMMANDS,
    KERNEL_EVENTS,
    KERNEL_FOLDS,
    LendDice,
    Memory,
    OpenFork,
    Past,
    Sender,
    Stream,
    StreamOpened,
    TakenBack,
    advance,
    gone_back,
    no_past,
)
from shared.kernel.tracking import FIRST_DRAW, NONE, Tracker, asked_in, chat_at_end, draws_in, has_drawn

S = TypeVar("S")
OpenedParts = Sequence[bytes | None]
"""The canonical bytes of a record's secret parts, by index; None for a part that this reader may not read."""


class ImpossibleHistory(Exception):
    """Raised when a stored record cannot be read, because it is damaged or another program wrote it."""


class FromTheFuture(Exception):
    """Raised when a stored event is newer than this release, or names a data set that this release lacks."""


class Commit(Struct, frozen=True, kw_only=True):
    """A decoded commit, ready to be folded. `luck` is its raw record, from which draws are decoded only when needed."""

    version: int
    at: int
    drew: bool
    events: tuple[Event, ...]
    sender: Sender
    luck: tuple[bytes, OpenedParts] = (b"", ())


class _Slim(Struct, frozen=True, gc=False):
    version: int
    events: Any


class StoredIntent(Struct, frozen=True, kw_only=True):
    """An intent from the log, with its command still a JSON object."""

    id: str
    seat: str
    role: Role
    at: int
    by: str
    command: dict[str, Any]
    faces: Literal["table"] | None
    correlation: Correlation | UnsetType = UNSET
    cause: Cause | UnsetType = UNSET


class StoredRecord(Struct, frozen=True, kw_only=True):
    """The whole public form of a record."""

    stream: str
    version: int
    ruleset: str
    intent: StoredIntent
    draws: tuple[dict[str, Any], ...]
    events: tuple[dict[str, Any], ...]


def union(kinds: tuple[type, ...]) -> Any:  # noqa: ANN401 a type that is built at run time
    """Return the union of some message types, as the type for a decoder."""
    return reduce(or_, kinds)


def _slim_decoder(events: Any) -> Callable[[bytes], Any]:  # noqa: ANN401 a type that is built at run time
    """Return a decoder that reads only a record's version and its events, with `events` as their type."""
    slim = msgspec.defstruct("Slim", [("events", events)], bases=(_Slim,), frozen=True, gc=False)
    return msgspec.json.Decoder(slim).decode


class LogReader(Generic[S]):
    """A reader of the records of one game's streams."""

    def __init__(self, game: Game[S]) -> None:
        """Build the decoders of the game's messages, once for each reader."""
        self.game = game
        self._events: Any = tuple.__class_getitem__((union((*KERNEL_EVENTS, *game.events)), ...))
        self.commands: Any = union((*KERNEL_COMMANDS, OpenFork, LendDice, *game.commands, game.opening))
        self._decode: Final = _slim_decoder(self._events)
        self.command_in: Final[Callable[[bytes | msgspec.Raw], Any]] = msgspec.json.Decoder(self.commands).decode
        """The decoder of commands. (`msgspec.convert` would search through all commands on each call.)"""
        overtaken = game.storage.overtaken
        if overtaken is not None:
            self._decode_brief: Final = _slim_decoder(tuple.__class_getitem__((overtaken.form, ...)))
            self._fold_overtaken: Final = overtaken.fold
        self._known = {kind.__name__ for kind in (*KERNEL_EVENTS, *game.events)}
        self._hiding = frozenset(kind for kind in (*KERNEL_EVENTS, *game.events) if secret_fields(kind))

    def commit(self, public: bytes, opened: OpenedParts = ()) -> Commit:
        """Decode a record, ready to be folded.

        Refuses: FromTheFuture, ImpossibleHistory
        """
        slim = self._slim_of(public)
        events: tuple[Event, ...] = self._whole(slim.events, opened) if opened else slim.events
        at, sender = _asked_in(public)
        return Commit(
            version=slim.version, at=at, drew=has_drawn(public), events=events, sender=sender, luck=(public, opened)
        )  # fmt: skip

    def commit_of(self, record: Record) -> Commit:
        """Decode a stored record with all its secret parts, ready to be folded.

        Refuses: FromTheFuture, ImpossibleHistory
        """
        return self.commit(record.public, [part.data for part in record.parts])

    def _slim_of(self, public: bytes) -> _Slim:
        try:
            slim: _Slim = self._decode(public)
        except msgspec.ValidationError:
            return self._upcast(public)
        except msgspec.DecodeError as error:
            raise ImpossibleHistory(str(error)) from error
        return slim

    def _upcast(self, public: bytes) -> _Slim:
        try:
            record = msgspec.json.decode(public, type=StoredRecord)
            old = tuple(self._newest(event) for event in record.events)
            events = msgspec.convert(old, self._events)
        except msgspec.MsgspecError as error:
            raise ImpossibleHistory(str(error)) from error
        return _Slim(record.version, events)

    def _newest(self, event: dict[str, Any]) -> dict[str, Any]:
        upcasters = self.game.storage.upcasters
        while event.get("type") in upcasters:
            event = upcasters[event["type"]](event)
        if event.get("type") not in self._known:
            raise FromTheFuture(event.get("type"))
        return event

    def fold(
        self, stream: Stream[S], records: Iterable[tuple[bytes, OpenedParts]], memory: Memory[S] | None = None
    ) -> Stream[S]:  # fmt: skip
        """Fold records onto a stream.

        `memory` supplies the earlier states to which an undo in these records returns, and stores the latest states.

        Refuses: FromTheFuture, ImpossibleHistory (a record that cannot be read, or a gap in the versions)
        Raises:  NeedsPast
        """
        records = list(records)
        keeps = self.game.undoing.is_kept(stream.undo)
        start, end = 0, 0 if keeps else self._count_overtaken(records)
        while start < end:
            stream, count = self._fold_briefly(stream, records[start:end])
            stream = self._fold_whole(stream, records[start + count : start + count + 1], None)
            start += count + 1
            if self.game.undoing.is_kept(stream.undo):  # the opening sets whether the stream allows undo
                break
        return self._fold_whole(stream, records[start:], memory)

    def _fold_whole(  # noqa: C901 one loop: calls in it would slow down every fold
        self, stream: Stream[S], records: Sequence[tuple[bytes, OpenedParts]], memory: Memory[S] | None
    ) -> Stream[S]:  # fmt: skip
        """Fold records, decoding all fields of their events."""
        rules, version, public, drawn = self.game, stream.version, b"", stream.epoch.drawn
        game: Any = stream.game if rules.storage.mutable_copy is None else rules.storage.mutable_copy(stream.game)
        of_game, decode = rules.folds.get, self._decode
        tracker = Tracker(rules, stream, records, memory)
        notes = tracker.notes(stream)
        for public, opened in records:
            try:
                slim = decode(public)
            except msgspec.MsgspecError:
                slim = self._slim_of(public)
            events = self._whole(slim.events, opened) if opened else slim.events
            before, version = version, version + len(events)
            if slim.version != version:
                raise _gap(slim.version, before)
            for event in events:
                kind = type(event)
                if (game_fold := of_game(kind)) is not None and (after := game_fold(game, event)) is not None:
                    game = after
                if kind in KERNEL_FOLDS:
                    self._hold_catalogue(event)
                    stream, game = tracker.fold_kernel(stream, game, event, public)
                    drawn, notes = stream.epoch.drawn, tracker.notes(stream)
            if not drawn and public[FIRST_DRAW] != NONE:
                stream, drawn = replace(stream, epoch=replace(stream.epoch, drawn=True)), True
            if notes:
                stream = tracker.note(stream, (public, opened, version, events), game)
        at = _asked_in(public)[0] if public else stream.at
        return replace(
            stream, game=game, version=version, at=at, trail=tracker.trail, chatted=chat_at_end(stream, records)
        )

    # ---------------------------------------------------------------- overtaken events

    def _count_overtaken(self, records: Sequence[tuple[bytes, OpenedParts]]) -> int:
        """Return how many of the first records are followed by enough events to be folded briefly (`Overtaken`)."""
        overtaken = self.game.storage.overtaken
        if overtaken is None or len(records) <= overtaken.last:
            return 0
        left = overtaken.last
        for place in range(len(records) - 1, -1, -1):
            with suppress(msgspec.MsgspecError):  # a record with events of another type
                left -= len(self._decode_brief(records[place][0]).events)
            if left <= 0:
                return place
        return 0

    def _fold_briefly(
        self, stream: Stream[S], records: Sequence[tuple[bytes, OpenedParts]]
    ) -> tuple[Stream[S], int]:  # fmt: skip
        """Fold records of `Overtaken` events briefly, and stop at the first record of another type.

        Return the stream, and the number of folded records. The function also stops at a record with secret parts. It
        folds nothing before the first draw of an epoch, and nothing on a stream with a dice table.
        """
        if not stream.epoch.drawn or stream.luck is not None:
            return stream, 0
        version, count, decode, fold = stream.version, 0, self._decode_brief, self._fold_overtaken
        game = stream.game if self.game.storage.mutable_copy is None else self.game.storage.mutable_copy(stream.game)
        for public, opened in records:
            try:
                slim = decode(public)
            except msgspec.MsgspecError:
                break
            if opened:
                break
            before, version = version, version + len(slim.events)
            if slim.version != version:
                raise _gap(slim.version, before)
            for event in slim.events:
                fold(game, event)
            count += 1
        at = _asked_in(records[count - 1][0])[0] if count else stream.at
        undigested = stream.undigested + count if stream.digests else 0
        chatted = 0 if count else stream.chatted
        return replace(stream, game=game, version=version, at=at, chatted=chatted, undigested=undigested), count

    def _whole(self, events: tuple[Event, ...], opened: OpenedParts) -> tuple[Event, ...]:
        """Put the secret parts back into the events to which they belong."""
        if self._hiding.isdisjoint(map(type, events)):
            return events
        return tuple(open_event(event, opened) for event in events)

    def _hold_catalogue(self, event: Event) -> None:
        """Check that this release contains the data set that an opening names. Refuses: FromTheFuture."""
        if isinstance(event, StreamOpened) and event.catalogue is not UNSET:
            self.hold_catalogue(event.catalogue)

    def hold_catalogue(self, name: str) -> None:
        """Check that this release contains a data set. Refuses: FromTheFuture."""
        if not self.game.has_catalogue(name):
            raise FromTheFuture(f"the catalogue {name}")

    def fold_commit(self, stream: Stream[S], commit: Commit, past: Past[S] = no_past) -> Stream[S]:
        """Fold one commit onto its stream. Raises: NeedsPast."""
        if commit.version != stream.version + len(commit.events):
            raise _gap(commit.version, stream.version)
        for event in commit.events[:1]:
            self._hold_catalogue(event)
        rules, events = self.game, commit.events
        game = fold_events(rules, stream.game, events)
        for event in events[-1:]:
            if isinstance(event, TakenBack):
                game = gone_back(rules, stream, game, event, past(event.to), commit.at)
        reads = commit.drew and (rules.undoing.is_kept(stream.undo) or stream.luck is not None)
        draws = draws_in(*commit.luck) if reads else ()
        return advance(rules, stream, game, events, sender=commit.sender, at=commit.at, drew=commit.drew, draws=draws)


def _gap(version: int, before: int) -> ImpossibleHistory:
    """Return the error for a version that does not follow the one before it."""
    return ImpossibleHistory(f"version {version} does not follow {before}")


@lru_cache(maxsize=64)
def log_reader_of(game: Game[Any]) -> LogReader[Any]:
    """Return the reader of a game's streams.

    All code in a process shares one reader, because it takes milliseconds to build.
    """
    return LogReader(game)


def _asked_in(public: bytes) -> tuple[int, Sender]:
    """Return the time of a record and the public facts of its intent.

    Refuses: ImpossibleHistory
    """
    try:
        return asked_in(public)
    except msgspec.DecodeError as error:
        raise ImpossibleHistory(str(error)) from error


def open_event(event: Event, opened: OpenedParts) -> Event:
    """Put the secret parts that this reader can open back into an event."""
    changed = {
        name: open_secret(secret, declared, opened)
        for name, declared in secret_fields(type(event)).items()
        if isinstance(secret := getattr(event, name), Secret)
    }
    return replace(event, **changed) if changed else event


def open_secret(secret: Secret[Any], declared: Any, opened: OpenedParts) -> Secret[Any]:  # noqa: ANN401 a declared type
    """Put the value back into a secret, if this reader can open it."""
    number = secret.sealed
    data = opened[number] if isinstance(number, int) and 0 <= number < len(opened) else None
    if data is None:
        return secret
    value = {"audience": secret.audience, "value": msgspec.json.decode(data)}
    return msgspec.convert(value, declared)  # type: ignore[no-any-return]


def placeholder(form: object) -> tuple[Audience, int] | None:
    """Return the audience and the index of a secret part's placeholder; None for any other value."""
    if not isinstance(form, dict) or form.keys() != {"audience", "sealed"}:
        return None
    audience, number = form["audience"], form["sealed"]
    if type(number) is not int or not isinstance(audience, list) or not all(isinstance(seat, str) for seat in audience):
        return None
    return tuple(audience), number


def open_draws(draws: Sequence[dict[str, Any]], opened: OpenedParts) -> tuple[tuple[RecordedDraw, ...], int]:
    """Return a commit's draws that this reader may read, and the number of secret parts that the reader cannot open."""
    found: list[RecordedDraw] = []
    closed = 0
    for draw in draws:
        place = placeholder(draw)
        if place is None:
            found.append((None, msgspec.convert(draw, Draw)))
            continue
        data = opened[place[1]]
        if data is None:
            closed += 1
        else:
            found += [(place[0], hidden) for hidden in msgspec.json.decode(data, type=list[Draw])]
    return tuple(found), closed


def open_command(command: dict[str, Any], opened: OpenedParts) -> dict[str, Any]:
    """Return a stored command with its secret fields.

    Refuses: LookupError (this reader cannot open a field)
    """
    whole: dict[str, Any] = {}
    for name, value in command.items():
        place = placeholder(value)
        if place is not None and (data := opened[place[1]]) is not None:
            whole[name] = msgspec.json.decode(data)
        elif place is not None:
            raise LookupError(f"the field {name} is closed to this reader")
        else:
            whole[name] = value
    return whole
