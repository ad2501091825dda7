"""Decide a recorded command again quickly: decode its intent and draws, and compare the events as bytes.

The format of commits is canonical, so the bytes between their parts are known. This method can only show that a command
has the same outcome. If it fails, the slow method (`deciding`) finds the difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.chance import Draw, RecordedDraw
from shared.kernel.context import Intent
from shared.kernel.decided import entered_faces
from shared.kernel.forked import Forked
from shared.kernel.messages import Event
from shared.kernel.record import RULESET, SPLIT
from shared.kernel.replay import LogReader, OpenedParts
from shared.kernel.stream import SeatOpened, SeedCommitted, StreamOpened
from shared.kernel.tracking import open_raw_draws

DRAWS: Final = b'{"draws":'
"""The bytes before the draws of a commit. No text contains such bytes: its quotes are escaped."""
EVENTS: Final = b',"events":'
"""The bytes between the draws of a commit and its events."""
NO_DRAWS: Final = DRAWS + b"[]" + EVENTS
"""The bytes before the events of a commit without draws."""
AFTER_NO_DRAWS: Final = len(NO_DRAWS)
INTENT: Final = b',"intent":'
"""The bytes between the events of a commit and its intent."""
AFTER_INTENT: Final = b"," + RULESET
"""The bytes after the intent of a commit."""
SEALED: Final = b'"sealed":'
"""The bytes before a secret part's index. `find` finds bytes faster than `in`, which first tries to read a number."""
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


QuickRead: TypeAlias = tuple[Intent, Sequence[RecordedDraw], bytes]
"""A commit that contains a whole decision: its intent, its draws, and its events as recorded."""


class QuickReader:
    """A reader of commits that contain a whole decision of one game."""

    def __init__(self, reader: LogReader[Any]) -> None:
        """Build the decoder of the game's intents."""
        kinds = [("command", reader.commands), ("seat", str), ("faces", Literal["table"] | None)]
        intent = msgspec.defstruct("RecordedIntent", kinds, bases=(Intent,), kw_only=True, frozen=True, gc=False)
        self._intent: Final[Callable[[bytes], Any]] = msgspec.json.Decoder(intent).decode

    def read(self, public: bytes, opened: OpenedParts) -> QuickRead:
        """Read a commit that is a whole decision.

        Refuses: NotWhole, LookupError (this reader cannot open a field of the command), msgspec.MsgspecError
        """
        decision, _, end = public.rpartition(AFTER_INTENT)
        if end.find(SPLIT) >= 0:
            raise NotWhole
        start, _, asked = decision.rpartition(INTENT)
        if opened and asked.find(SEALED) >= 0:
            asked = PLACEHOLDER.sub(lambda found: _part(opened, int(found[1])), asked)
        intent: Intent = self._intent(asked)
        if start.startswith(NO_DRAWS):
            return intent, (), start[AFTER_NO_DRAWS:]
        drawn, _, events = start.partition(EVENTS)
        draws = _draws_in(drawn[len(DRAWS) :], opened)
        if intent.faces is not None:
            intent = replace(intent, faces=entered_faces(draws))
        return intent, draws, events


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


def fork_in(events: bytes, opened: OpenedParts) -> Sequence[Event]:
    """Return the events that open a fork.

    Refuses: LookupError (this reader cannot open a part), msgspec.MsgspecError.
    """
    return _forking(with_parts(events, opened))


def opening_in(events: bytes) -> dict[str, Any]:
    """Return the first recorded event of a commit as a JSON object."""
    return _form(_raws(events)[0])


def seed_in(events: bytes, opened: OpenedParts) -> bytes:
    """Return the new seed of a commit. Refuses: LookupError (the commit has none, or this reader cannot open it)."""
    for event in _seeds(events):
        if event.type == SeedCommitted.__name__ and (data := opened[event.seed["sealed"]]) is not None:
            return bytes.fromhex(msgspec.json.decode(data, type=str))
    raise LookupError("the seed is closed to this reader")


def with_parts(events: bytes, opened: OpenedParts) -> bytes:
    """Return recorded events with the values of their secret parts, as `canonical` encodes them.

    Refuses: LookupError (this reader cannot open a part)
    """
    before, *rest = events.split(SEALED)
    pieces: list[bytes] = []
    for piece in rest:
        number, end, after = piece.partition(b"}")
        pieces += (before, VALUE, _part(opened, int(number)), end)
        before = after
    return b"".join((*pieces, before))
