"""A quick method to decide a recorded command again: it decodes the intent and draws, and compares events as bytes.

The format of commits is canonical, so the bytes between their parts are known. This method can only show that a command
has the same outcome. If it fails, the slow method (`deciding`) finds the difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from shared.kernel.chance import Draw, RecordedDraw
from shared.kernel.context import Intent
from shared.kernel.decided import entered_faces
from shared.kernel.forked import Forked
from shared.kernel.messages import Event, canonical
from shared.kernel.record import Split
from shared.kernel.replay import LogReader, OpenedParts
from shared.kernel.stream import SeatOpened, SeedCommitted, StreamOpened
from shared.kernel.tracking import has_drawn, open_raw_draws

DRAWS: Final = b'{"draws":'
"""The bytes before the draws of a commit. No text contains such bytes: its quotes are escaped."""
EVENTS: Final = b',"events":'
"""The bytes between the draws of a commit and its events."""
NO_DRAWS: Final = DRAWS + b"[]" + EVENTS
"""The bytes before the events of a commit without draws."""
INTENT: Final = b',"intent":'
"""The bytes between the events of a commit and its intent."""
SEALED: Final = b'"sealed":'
"""The bytes before a secret part's index. `find` finds them faster than `in`, which first tries to read a number."""
PLACEHOLDER: Final = re.compile(rb'\{"audience":\[[^\]]*\],"sealed":([0-9]+)\}')
"""A secret part's placeholder, with its index."""
VALUE: Final = b'"value":'
"""The bytes before a secret part's value in a message that is not stored."""


class _MaybeSeed(Struct, frozen=True, gc=False):
    type: str
    seed: Any = None


_seeds: Final = msgspec.json.Decoder(tuple[_MaybeSeed, ...]).decode
_draws: Final = msgspec.json.Decoder(tuple[Draw, ...]).decode
_raws: Final = msgspec.json.Decoder(list[msgspec.Raw]).decode
_form: Final = msgspec.json.Decoder(dict[str, Any]).decode
_forking: Final = msgspec.json.Decoder(tuple[StreamOpened | SeedCommitted | SeatOpened | Forked, ...]).decode


class NotWhole(Exception):
    """Raised when a commit is only a part of a decision."""


class QuickRead(Struct, frozen=True):
    """A commit that contains a whole decision: its intent, its draws, and its events as recorded."""

    intent: Intent
    draws: Sequence[RecordedDraw]
    events: bytes


class QuickReader:
    """A reader of commits that contain a whole decision of one game."""

    def __init__(self, reader: LogReader[Any]) -> None:
        """Build the decoder of the game's intents."""
        kinds = [("command", reader.commands), ("seat", str), ("faces", Literal["table"] | None)]
        intent = msgspec.defstruct("RecordedIntent", kinds, bases=(Intent,), kw_only=True, frozen=True)
        fields: list[Any] = [("intent", intent), ("split", Split | UnsetType, UNSET)]
        end = msgspec.defstruct("End", fields, frozen=True, gc=False)
        self._end: Final[Callable[[bytes], Any]] = msgspec.json.Decoder(end).decode

    def read(self, public: bytes, opened: OpenedParts) -> QuickRead:
        """Read a commit that is a whole decision.

        Refuses: NotWhole, LookupError (this reader cannot open a field of the command), msgspec.MsgspecError
        """
        start, _, end = public.rpartition(INTENT)
        if opened and end.find(SEALED) >= 0:
            end = PLACEHOLDER.sub(lambda found: _part(opened, int(found[1])), end)
        read = self._end(b'{"intent":' + end)
        if read.split is not UNSET:
            raise NotWhole
        draws: Sequence[RecordedDraw] = ()
        events = start[len(NO_DRAWS) :]
        if has_drawn(public):
            drawn, _, events = start.partition(EVENTS)
            draws = _draws_in(drawn[len(DRAWS) :], opened)
        intent = read.intent
        if intent.faces is not None:
            intent = replace(intent, faces=entered_faces(draws))
        return QuickRead(intent, draws, events)


@lru_cache(maxsize=64)
def quick_reader_of(reader: LogReader[Any]) -> QuickReader:
    """Return the quick reader of a game. All code in a process shares one, because it takes milliseconds to build."""
    return QuickReader(reader)


def _draws_in(draws: bytes, opened: OpenedParts) -> Sequence[RecordedDraw]:
    """Decode the draws of a commit. Refuses: msgspec.MsgspecError."""
    if opened and draws.find(SEALED) >= 0:
        return open_raw_draws(_raws(draws), opened)
    return [(None, draw) for draw in _draws(draws)]


def _part(opened: OpenedParts, number: int) -> bytes:
    """Return a secret part of a commit. Refuses: LookupError (this reader cannot open it)."""
    data = opened[number]
    if data is None:
        raise LookupError("a secret part is closed to this reader")
    return data


def fork_in(read: QuickRead, opened: OpenedParts) -> Sequence[Event]:
    """Return the events that open a fork.

    Refuses: LookupError (this reader cannot open a part), msgspec.MsgspecError.
    """
    return _forking(_with_parts(read.events, opened))


def opening_in(read: QuickRead) -> dict[str, Any]:
    """Return the first recorded event of a commit as a JSON object."""
    return _form(_raws(read.events)[0])


def seed_in(events: bytes, opened: OpenedParts) -> bytes:
    """Return the new seed of a commit. Refuses: LookupError (the commit has none, or this reader cannot open it)."""
    for event in _seeds(events):
        if event.type == SeedCommitted.__name__ and (data := opened[event.seed["sealed"]]) is not None:
            return bytes.fromhex(msgspec.json.decode(data, type=str))
    raise LookupError("the seed is closed to this reader")


def are_recorded(events: Sequence[Event], read: QuickRead, opened: OpenedParts) -> bool:
    """Whether a record contains exactly these events, with the same values in their secret parts.

    Refuses: LookupError (this reader cannot open a secret part)
    """
    return canonical(events) == (_with_parts(read.events, opened) if opened else read.events)


def _with_parts(recorded: bytes, opened: OpenedParts) -> bytes:
    """Return recorded events with the values of their secret parts. Refuses: LookupError (a part cannot be opened)."""
    before, *rest = recorded.split(SEALED)
    pieces: list[bytes] = []
    for piece in rest:
        number, end, after = piece.partition(b"}")
        pieces += (before, VALUE, _part(opened, int(number)), end)
        before = after
    return b"".join((*pieces, before))
