"""A quick method to decide a recorded command again: it decodes each part of the commit once, by its type.

This method can only show that a command has the same outcome. If it fails, the slow method (`deciding`) finds the
difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.chance import Draw, RecordedDraw
from shared.kernel.context import Intent
from shared.kernel.decided import entered_faces
from shared.kernel.forked import Forked
from shared.kernel.messages import Event, canonical
from shared.kernel.replay import LogReader, OpenedParts
from shared.kernel.stream import SeatOpened, SeedCommitted, StreamOpened
from shared.kernel.tracking import open_raw_draws

SEALED: Final = b'"sealed":'
"""The bytes before a secret part's index. A text cannot contain them, because its quotes are escaped."""
EVENTS: Final = b'"events":'
"""The bytes before the events of a commit. The events come after the draws."""
INTENT: Final = b',"intent":{'
"""The bytes before the intent of a commit. The intent comes after the events."""
PLACEHOLDER: Final = re.compile(rb'\{"audience":\[[^\]]*\],"sealed":([0-9]+)\}')
"""A secret part's placeholder, with its index."""
VALUE: Final = b'"value":'
"""The bytes before a secret part's value in a message that is not stored."""
SEED_COMMITTED: Final = b'"type":"SeedCommitted"'
"""The bytes that occur in an event that commits to a seed. Other events contain them at most in a nested object."""


_raws: Final = msgspec.json.Decoder(list[msgspec.Raw]).decode
_form: Final = msgspec.json.Decoder(dict[str, Any]).decode
_forking: Final = msgspec.json.Decoder(tuple[StreamOpened | SeedCommitted | SeatOpened | Forked, ...]).decode


class QuickRead(Struct, frozen=True):
    """A commit that contains a whole decision: its intent, its draws, and its events as recorded."""

    intent: Intent
    draws: Sequence[RecordedDraw]
    events: msgspec.Raw


class QuickReader:
    """A reader of commits that contain a whole decision of one game."""

    def __init__(self, reader: LogReader[Any]) -> None:
        """Build two decoders: one reads draws as structs, the other as bytes, because a draw may be secret."""
        kinds = [("command", reader.commands), ("seat", str), ("faces", Literal["table"] | None)]
        intent = msgspec.defstruct("RecordedIntent", kinds, bases=(Intent,), kw_only=True, frozen=True)
        self._open: Final = _decoder(tuple[Draw, ...], intent)
        self._hidden: Final = _decoder(tuple[msgspec.Raw, ...], intent)

    def read(self, public: bytes, opened: OpenedParts) -> QuickRead:
        """Read a commit that is a whole decision.

        Refuses: LookupError (this reader cannot open a field of the command), msgspec.MsgspecError
        """
        if opened:
            read, draws = self._read_with_parts(public, opened)
        else:
            read = self._open(public)
            draws = [(None, draw) for draw in read.draws] if read.draws else ()
        intent = read.intent
        if intent.faces is not None:
            intent = replace(intent, faces=entered_faces(draws))
        return QuickRead(intent, draws, read.events)

    def _read_with_parts(self, public: bytes, opened: OpenedParts) -> tuple[Any, Sequence[RecordedDraw]]:
        """Decode a commit with secret parts. Refuses: LookupError, msgspec.MsgspecError."""
        start = public.rfind(INTENT)
        if public.find(SEALED, start) > 0:
            public = public[:start] + PLACEHOLDER.sub(lambda found: _part(opened, int(found[1])), public[start:])
        if public.find(SEALED, 0, public.find(EVENTS)) > 0:
            read = self._hidden(public)
            return read, open_raw_draws(read.draws, opened)
        read = self._open(public)
        return read, [(None, draw) for draw in read.draws]


@lru_cache(maxsize=64)
def quick_reader_of(reader: LogReader[Any]) -> QuickReader:
    """Return the quick reader of a game. All code in a process shares one, because it takes milliseconds to build."""
    return QuickReader(reader)


def _decoder(draws: Any, intent: type[Struct]) -> Callable[[bytes], Any]:  # noqa: ANN401 a declared type
    fields = [("draws", draws), ("events", msgspec.Raw), ("intent", intent)]
    return msgspec.json.Decoder(msgspec.defstruct("ReadOnce", fields, frozen=True, gc=False)).decode


def _part(opened: OpenedParts, number: int) -> bytes:
    """Return a secret part of a commit. Refuses: LookupError (this reader cannot open it)."""
    data = opened[number]
    if data is None:
        raise LookupError("a secret part is closed to this reader")
    return data


def events_in(read: QuickRead) -> list[msgspec.Raw]:
    """Return the bytes of each recorded event of a commit."""
    return _raws(read.events)


def fork_in(read: QuickRead, opened: OpenedParts) -> Sequence[Event]:
    """Return the events that open a fork.

    Refuses: LookupError (this reader cannot open a part), msgspec.MsgspecError.
    """
    return _forking(_with_parts(bytes(read.events), opened))


def opening_in(events: Sequence[msgspec.Raw]) -> dict[str, Any]:
    """Return the first recorded event of a commit as a JSON object."""
    return _form(events[0])


def seed_in(events: Iterable[msgspec.Raw], opened: OpenedParts) -> bytes:
    """Return the new seed of a commit. Refuses: LookupError (the commit has none, or this reader cannot open it)."""
    for raw in events:
        if SEED_COMMITTED in bytes(raw):
            form = _form(raw)
            if form["type"] == SeedCommitted.__name__ and (data := opened[form["seed"]["sealed"]]) is not None:
                return bytes.fromhex(msgspec.json.decode(data, type=str))
    raise LookupError("the seed is closed to this reader")


def are_recorded(events: Sequence[Event], read: QuickRead, opened: OpenedParts) -> bool:
    """Whether a record contains exactly these events, with the same values in their secret parts.

    Refuses: LookupError (this reader cannot open a secret part)
    """
    recorded = bytes(read.events)
    return canonical(events) == (_with_parts(recorded, opened) if opened else recorded)


def _with_parts(recorded: bytes, opened: OpenedParts) -> bytes:
    """Return recorded events with the values of their secret parts. Refuses: LookupError (a part cannot be opened)."""
    place = recorded.find(SEALED)
    if place < 0:
        return recorded
    pieces: list[bytes] = []
    done = 0
    while place >= 0:
        end = recorded.index(b"}", place)
        pieces += (recorded[done:place], VALUE, _part(opened, int(recorded[place + len(SEALED) : end])))
        done, place = end, recorded.find(SEALED, end)
    return b"".join((*pieces, recorded[done:]))
