"""Reading the log back: records become commits, old events become today's, commits are folded.

Nothing is rolled and nothing is judged here. What cannot be decoded is refused by name: an event this release does not
know means that a newer one wrote it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Any, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from shared.kernel.chance import Draw, RecordedDraw
from shared.kernel.game import Game
from shared.kernel.messages import Audience, Event, Role, Secret, secret_fields
from shared.kernel.stream import KERNEL_COMMANDS, KERNEL_EVENTS, CommitStep, Stream, fold_commits

S = TypeVar("S")
OpenedParts = Sequence[bytes | None]
"""The canonical bytes of the secret parts of a record by number; None where this reader may not read one."""


NO_DRAWS: Final = b'{"draws":[],'
"""How a record without draws begins: its form is canonical, and `draws` is the first of its names."""


class ImpossibleHistory(Exception):
    """A stored record cannot be read: it is damaged, or it was never one of ours."""


class FromTheFuture(Exception):
    """A stored event is newer than this release."""


class Commit(Struct, frozen=True, kw_only=True):
    """A commit as folding needs it."""

    version: int
    at: int
    drew: bool
    events: tuple[Event, ...]


class _At(Struct, frozen=True):
    at: int


class _Slim(Struct, frozen=True):
    version: int
    intent: _At
    events: Any


class StoredIntent(Struct, frozen=True, kw_only=True):
    """An intent as the log has it, the command still a JSON object."""

    id: str
    seat: str
    role: Role
    at: int
    by: str
    command: dict[str, Any]
    faces: Literal["table"] | None


class StoredRecord(Struct, frozen=True, kw_only=True):
    """The public form of a record, whole."""

    stream: str
    version: int
    ruleset: str
    intent: StoredIntent
    draws: tuple[dict[str, Any], ...]
    events: tuple[dict[str, Any], ...]


def union(kinds: tuple[type, ...]) -> Any:  # noqa: ANN401 a type that is built at run time
    """Return the union of message types, for decoding."""
    return reduce(or_, kinds)


class LogReader(Generic[S]):
    """Reads the records of one game's streams."""

    def __init__(self, game: Game[S]) -> None:
        """Build the decoders once."""
        self.game = game
        self._events: Any = tuple.__class_getitem__((union((*KERNEL_EVENTS, *game.events)), ...))
        self.commands: Any = union((*KERNEL_COMMANDS, *game.commands, game.opening))
        slim = msgspec.defstruct("Slim", [("events", self._events)], bases=(_Slim,), frozen=True)
        self._decode = msgspec.json.Decoder(slim).decode
        self._known = {kind.__name__ for kind in (*KERNEL_EVENTS, *game.events)}
        self._hiding = frozenset(kind for kind in (*KERNEL_EVENTS, *game.events) if secret_fields(kind))

    def commit(self, public: bytes, opened: OpenedParts = ()) -> Commit:
        """Read a record as folding needs it.

        Refuses: FromTheFuture, ImpossibleHistory
        """
        slim = self._slim_of(public)
        events: tuple[Event, ...] = slim.events
        if opened and not self._hiding.isdisjoint(map(type, events)):
            events = tuple(open_event(event, opened) for event in events)
        drew = not public.startswith(NO_DRAWS)
        return Commit(version=slim.version, at=slim.intent.at, drew=drew, events=events)

    def _slim_of(self, public: bytes) -> Any:  # noqa: ANN401 a _Slim with events
        try:
            return self._decode(public)
        except msgspec.ValidationError:
            return self._upcast(public)
        except msgspec.DecodeError as error:
            raise ImpossibleHistory(str(error)) from error

    def _upcast(self, public: bytes) -> Any:  # noqa: ANN401 a _Slim with events
        try:
            record = msgspec.json.decode(public, type=StoredRecord)
            old = tuple(self._newest(event) for event in record.events)
            events = msgspec.convert(old, self._events)
        except msgspec.MsgspecError as error:
            raise ImpossibleHistory(str(error)) from error
        return _Slim(record.version, _At(record.intent.at), events)

    def _newest(self, event: dict[str, Any]) -> dict[str, Any]:
        upcasters = self.game.upcasters
        while event.get("type") in upcasters:
            event = upcasters[event["type"]](event)
        if event.get("type") not in self._known:
            raise FromTheFuture(event.get("type"))
        return event

    def fold(self, stream: Stream[S], records: Iterable[tuple[bytes, OpenedParts]]) -> Stream[S]:
        """Fold records onto a stream.

        Refuses: FromTheFuture, ImpossibleHistory (a record that cannot be read, or a gap in the versions)
        """
        return fold_commits(self.game, stream, self._read(stream.version, records))

    def _read(self, version: int, records: Iterable[tuple[bytes, OpenedParts]]) -> Iterator[CommitStep]:
        """Read records that must follow one another."""
        for public, opened in records:
            slim = self._slim_of(public)
            events: tuple[Event, ...] = slim.events
            if opened and not self._hiding.isdisjoint(map(type, events)):
                events = tuple(open_event(event, opened) for event in events)
            version += len(events)
            if slim.version != version:
                message = f"version {slim.version} does not follow {version - len(events)}"
                raise ImpossibleHistory(message)
            yield events, slim.intent.at, not public.startswith(NO_DRAWS)

    def fold_commit(self, stream: Stream[S], commit: Commit) -> Stream[S]:
        """Fold one commit onto the stream it follows."""
        if commit.version != stream.version + len(commit.events):
            message = f"version {commit.version} does not follow {stream.version}"
            raise ImpossibleHistory(message)
        return fold_commits(self.game, stream, [(commit.events, commit.at, commit.drew)])


def open_event(event: Event, opened: OpenedParts) -> Event:
    """Put the secret parts back into an event, as far as this reader has them."""
    changed = {
        name: open_secret(secret, declared, opened)
        for name, declared in secret_fields(type(event)).items()
        if isinstance(secret := getattr(event, name), Secret)
    }
    return msgspec.structs.replace(event, **changed) if changed else event


def open_secret(secret: Secret[Any], declared: Any, opened: OpenedParts) -> Secret[Any]:  # noqa: ANN401 a declared type
    """Put the value back into a secret."""
    number = secret.sealed
    data = opened[number] if isinstance(number, int) and 0 <= number < len(opened) else None
    if data is None:
        return secret
    value = {"audience": secret.audience, "value": msgspec.json.decode(data)}
    return msgspec.convert(value, declared)  # type: ignore[no-any-return]


def placeholder(form: object) -> tuple[Audience, int] | None:
    """Read the place holder of a secret part: its audience and its number. Anything else is None."""
    if not isinstance(form, dict) or form.keys() != {"audience", "sealed"}:
        return None
    audience, number = form["audience"], form["sealed"]
    if type(number) is not int or not isinstance(audience, list) or not all(isinstance(seat, str) for seat in audience):
        return None
    return tuple(audience), number


def open_draws(draws: Sequence[dict[str, Any]], opened: OpenedParts) -> tuple[tuple[RecordedDraw, ...], int]:
    """Return the draws of a commit as far as this reader may read them, and the number of parts that are closed."""
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
    """Return a stored command with its hidden fields.

    Refuses: LookupError (a field is closed to this reader)
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
