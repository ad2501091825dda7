"""The facts that a fold stores besides a game's state: the latest decisions (the trail), and states for later undos.

The trail contains only the latest decisions, so that the intents in earlier records are never decoded.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.chance import Draw, RecordedDraw
from shared.kernel.forked import Forked, taken_over
from shared.kernel.game import Game
from shared.kernel.messages import Event, Role
from shared.kernel.record import SPLIT
from shared.kernel.stream import (
    MOST_STEPS,
    QUIET,
    DrawsVoided,
    Memory,
    PlayerAppointed,
    Sender,
    StateDigested,
    Stream,
    StreamOpened,
    TakenBack,
    Trail,
    after_drawing,
    fold_kernel_event,
    gone_back,
    lapses,
    longer,
    readers_but,
)

S = TypeVar("S")

FIRST_DRAW: Final = len(b'{"draws":[')
"""The offset of the first draw in a record. The format is canonical, and `draws` is its first key."""
NONE: Final = ord("]")
"""The byte at the offset FIRST_DRAW in a record without draws: it ends the list."""
SEALED: Final = b'"sealed":'
AUDIENCE: Final = b'{"audience":['
"""The bytes at the start of a secret part's placeholder."""
CONTINUES: Final = b'{"type":"Continue"}'
CHAT: Final = b'"type":"ChatSent"'
TAKEN_BACK: Final = b'"type":"TakenBack"'


DIGESTS: Final = frozenset({StreamOpened, StateDigested})
"""The events after which the count of commits until the next digest starts anew."""


class _Asked(Struct, frozen=True, gc=False):
    at: int
    seat: str
    role: Role
    command: msgspec.Raw


class _Intent(Struct, frozen=True, gc=False):
    intent: _Asked


class _Back(Struct, frozen=True, gc=False):
    type: str
    to: Any = None


class _Backs(Struct, frozen=True, gc=False):
    events: tuple[_Back, ...]


class _Drawn(Struct, frozen=True, gc=False):
    draws: tuple[msgspec.Raw, ...]


class _Placeholder(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    audience: tuple[str, ...]
    sealed: int


_intent: Final = msgspec.json.Decoder(_Intent).decode
_backs: Final = msgspec.json.Decoder(_Backs).decode
_drawn: Final = msgspec.json.Decoder(_Drawn).decode
_draw: Final[Callable[[msgspec.Raw], Draw]] = msgspec.json.Decoder(Draw).decode
_hidden_draws: Final = msgspec.json.Decoder(tuple[Draw, ...]).decode
_fields: Final = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_placeholder: Final = msgspec.json.Decoder(_Placeholder).decode


def has_drawn(public: bytes) -> bool:
    """Whether a record contains draws."""
    return public[FIRST_DRAW] != NONE


def draws_in(public: bytes, opened: Sequence[bytes | None]) -> list[RecordedDraw]:
    """Return the draws of a record that this reader may read, in order. Raises: msgspec.DecodeError."""
    return open_raw_draws(_drawn(public).draws, opened)


def open_raw_draws(draws: Sequence[msgspec.Raw], opened: Sequence[bytes | None]) -> list[RecordedDraw]:
    """Decode a record's draws, and return those that this reader may read, in order. Raises: msgspec.DecodeError."""
    found: list[RecordedDraw] = []
    for raw in draws:
        if not bytes(raw).startswith(AUDIENCE):
            found.append((None, _draw(raw)))
            continue
        place = _placeholder(raw)
        data = opened[place.sealed] if place.sealed < len(opened) else None
        if data is not None:
            found += [(place.audience, draw) for draw in _hidden_draws(data)]
    return found


def _note_lent(stream: Stream[S], public: bytes, opened: Sequence[bytes | None]) -> Stream[S]:
    """Mark the dice table's rolls that a record used, and return the stream."""
    if stream.luck is None or not has_drawn(public):
        return stream
    return replace(stream, luck=stream.luck.after(draws_in(public, opened)))


def _count_commit(stream: Stream[S], public: bytes, events: Sequence[Event]) -> Stream[S]:
    """Count a record's commit toward the next digest, if the stream has digests, and return the stream."""
    if not stream.digests or any(type(event) in DIGESTS for event in events):
        return stream
    if SPLIT in public and asked_in(public)[1].continues:
        return stream
    return replace(stream, undigested=stream.undigested + 1)


def asked_in(public: bytes) -> tuple[int, Sender]:
    """Return the time of a record and the public facts of its intent. Raises: msgspec.DecodeError."""
    asked = _intent(public).intent
    command = bytes(asked.command)
    readers = _readers_of(asked.seat, command) if SEALED in command else ()
    return asked.at, Sender(asked.seat, asked.role, readers, command == CONTINUES)


def _readers_of(seat: str, command: bytes) -> tuple[str, ...]:
    """Return the other seats that may read a secret field of a stored command."""
    found = []
    for value in _fields(command).values():
        if bytes(value).startswith(AUDIENCE):
            try:
                found.append(_placeholder(value).audience)
            except msgspec.ValidationError:  # the object is the command itself
                continue
    return readers_but(seat, found)


def chat_at_end(stream: Stream[Any], records: Sequence[tuple[bytes, Any]]) -> int:
    """Return the number of chat messages since the last other event, once these records are added to the stream."""
    for count, (public, _) in enumerate(reversed(records)):
        if CHAT not in public:
            return count
    return stream.chatted + len(records)


def taken_back_to(public: bytes) -> tuple[int, ...]:
    """Return the versions to which the undos in a record lead back."""
    if TAKEN_BACK not in public:
        return ()
    return tuple(event.to for event in _backs(public).events if event.type == TakenBack.__name__)


Noted: TypeAlias = tuple[bytes, Sequence[bytes | None], int, tuple[Event, ...]]
"""A folded record: its public bytes, its opened parts, the version after it, and its events."""


class Tracker(Generic[S]):
    """The facts collected while records are folded, and the states that undos in these records restore."""

    def __init__(
        self, game: Game[S], stream: Stream[S], records: Sequence[tuple[bytes, Any]], memory: Memory[S] | None
    ) -> None:
        """Search the records for undos, and remember the versions to which they lead back."""
        self._game: Final = game
        self._copy: Final = game.storage.mutable_copy
        self._wants_last: Final = memory is not None
        self._memory: Final[Memory[S]] = Memory() if memory is None else memory
        self._marks: Final = frozenset(to for public, _ in records for to in taken_back_to(public))
        self._left = len(records)
        self._recent: deque[list[Noted]] = deque(maxlen=MOST_STEPS)
        self._trail: Trail = stream.trail
        if self.is_kept(stream):
            last = stream.trail[-1].version if stream.trail else stream.version
            self._remember(last, stream.game)  # no event since then changed the state

    def is_kept(self, stream: Stream[S]) -> bool:
        """Whether decisions of a stream can be taken back, so that the tracker must note its records."""
        return self._game.undoing.is_kept(stream.undo)

    def notes(self, stream: Stream[S]) -> bool:
        """Whether the tracker must note a stream's records, for undos, rolls of a dice table, or digests."""
        return self.is_kept(stream) or stream.luck is not None or stream.digests > 0

    def note(self, stream: Stream[S], record: Noted, state: S) -> Stream[S]:
        """Add a folded record and the state after it; return the stream, without an undo proposal that has lapsed."""
        public, opened, version, events = record
        stream = _count_commit(_note_lent(stream, public, opened), public, events)
        if not self.is_kept(stream):
            return stream
        if type(events[-1]) not in QUIET:
            if self._recent and SPLIT in public and asked_in(public)[1].continues:
                self._recent[-1].append(record)
            else:
                self._recent.append([record])
            self._remember(version, state)
        self._left -= 1
        if stream.kept and has_drawn(public) and type(events[0]) is not DrawsVoided:
            stream = replace(stream, kept=after_drawing(stream.kept, draws_in(public, opened)))
        return replace(stream, proposal=None) if stream.proposal is not None and lapses(events) else stream

    def _remember(self, version: int, state: S) -> None:
        marked = version in self._marks
        if not marked and not (self._wants_last and self._left <= self._memory.most):
            return
        kept = state if self._copy is None else self._copy(state)
        if marked:
            self._memory.recall(version, kept)
        if self._wants_last:
            self._memory.note(version, kept)

    @property
    def trail(self) -> Trail:
        """Return the trail after all noted records."""
        for decision in self._recent:
            for public, opened, version, events in decision:
                at, sender = asked_in(public)
                drew = has_drawn(public)
                draws = draws_in(public, opened) if drew else ()
                self._trail = longer(self._trail, sender, events, version=version, at=at, drew=drew, draws=draws)
        self._recent.clear()
        return self._trail

    def fold_kernel(self, stream: Stream[S], state: S, event: Event, public: bytes) -> tuple[Stream[S], S]:
        """Fold a kernel event, and return the stream and the state of its game. Raises: NeedsPast."""
        if isinstance(event, TakenBack):
            stream = replace(stream, trail=self.trail)
            state = gone_back(self._game, stream, state, event, self._memory(event.to), asked_in(public)[0])
        elif isinstance(event, Forked):
            state = taken_over(self._game.state, state, event)
        sender = asked_in(public)[1] if isinstance(event, PlayerAppointed) else None
        return fold_kernel_event(self._game, stream, event, sender), state
