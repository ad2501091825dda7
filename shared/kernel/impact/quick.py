"""The quick way to decide a recorded command again: it decodes each part of the commit once, by its type.

This way can only show that a command has the same outcome. If it fails, the slow way (`deciding`) finds the difference.
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
DRAWS: Final = b'{"draws":'
"""The bytes with which each commit begins."""
EVENTS: Final = b',"events":'
"""The bytes between the draws and the events of a commit. Draws contain them nowhere."""
INTENT: Final = b',"intent":'
"""The bytes between the events and the intent of a commit. If a command contains them too, the slow way decides."""
END: Final = b',"ruleset":'
"""The bytes between the intent of a commit and what follows."""
NO_DRAWS: Final = b"[]"
PLACEHOLDER: Final = re.compile(rb'\{"audience":\[[^\]]*\],"sealed":([0-9]+)\}')
"""A secret part's placeholder, with its index."""
VALUE: Final = b'"value":'
"""The bytes before a secret part's value in a message that is not stored."""
SEED_COMMITTED: Final = b'"type":"SeedCommitted"'
"""The bytes that occur in an event that commits to a seed. Other events contain them at most in a nested object."""


_raws: Final = msgspec.json.Decoder(list[msgspec.Raw]).decode
_form: Final = msgspec.json.Decoder(dict[str, Any]).decode
_forking: Final = msgspec.json.Decoder(tuple[StreamOpened | SeedCommitted | SeatOpened | Forked, ...]).decode
_draws: Final = msgspec.json.Decoder(tuple[Draw, ...]).decode


class QuickRead(Struct, frozen=True):
    """A commit that contains a whole decision: its intent, its draws, and its events as recorded."""

    intent: Intent
    draws: Sequence[RecordedDraw]
    events: bytes


class QuickReader:
    """A reader of commits that contain a whole decision of one game."""

    def __init__(self, reader: LogReader[Any]) -> None:
        """Build the decoder of intents, whose commands are typed."""
        kinds = [("command", reader.commands), ("seat", str), ("faces", Literal["table"] | None)]
        intent = msgspec.defstruct("RecordedIntent", kinds, bases=(Intent,), kw_only=True, frozen=True)
        self._intent: Final[Callable[[bytes], Any]] = msgspec.json.Decoder(intent).decode

    def read(self, public: bytes, opened: OpenedParts) -> QuickRead:
        """Read a commit that is a whole decision.

        Refuses: LookupError (this reader cannot open a field of the command), msgspec.MsgspecError
        """
        events, asked = public.find(EVENTS), public.rfind(INTENT)
        intent = public[asked + len(INTENT) : public.rfind(END)]
        if opened and SEALED in intent:
            intent = PLACEHOLDER.sub(lambda found: _part(opened, int(found[1])), intent)
        drawn = public[len(DRAWS) : events]
        draws = () if drawn == NO_DRAWS else _draws_in(drawn, opened)
        read = self._intent(intent)
        if read.faces is not None:
            read = replace(read, faces=entered_faces(draws))
        return QuickRead(read, draws, public[events + len(EVENTS) : asked])


@lru_cache(maxsize=64)
def quick_reader_of(reader: LogReader[Any]) -> QuickReader:
    """Return the quick reader of a game. All code in a process shares one, because it takes milliseconds to build."""
    return QuickReader(reader)


def _draws_in(drawn: bytes, opened: OpenedParts) -> Sequence[RecordedDraw]:
    """Return the draws of a commit that this reader may read."""
    if opened and SEALED in drawn:
        return open_raw_draws(_raws(drawn), opened)
    return [(None, draw) for draw in _draws(drawn)]


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
    """Return the events that open a fork. Refuses: LookupError (a part is closed), msgspec.MsgspecError."""
    return _forking(_with_parts(read.events, opened))


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
    recorded = read.events
    return canonical(events) == (_with_parts(recorded, opened) if opened else recorded)


def _with_parts(recorded: bytes, opened: OpenedParts) -> bytes:
    """Return recorded events with the values of their secret parts. Refuses: LookupError (a part is closed)."""
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
