"""The quick way to decide a recorded command again: it decodes each part of the commit once, by its type.

This way can only show that a command has the same outcome. If it fails, the slow way (`deciding`) finds the difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from shared.kernel.chance import Draw, RecordedDraw
from shared.kernel.context import Intent
from shared.kernel.decided import entered_faces
from shared.kernel.messages import Audience, Event, Role, canonical
from shared.kernel.record import RecordWriter, SecretPart
from shared.kernel.replay import LogReader, OpenedParts
from shared.kernel.stream import SeedCommitted
from shared.kernel.tracking import open_raw_draws

SEALED: Final = b'"sealed":'
"""The bytes before a secret part's index. A text cannot contain them, because its quotes are escaped."""
EVENTS: Final = b'"events":'
"""The bytes before the events of a commit. The events come after the draws."""
INTENT: Final = b',"intent":{'
"""The bytes before the intent of a commit. The intent comes after the events."""
PLACEHOLDER: Final = re.compile(rb'\{"audience":\[[^\]]*\],"sealed":([0-9]+)\}')
SEED_COMMITTED: Final = b'"type":"SeedCommitted"'
BLANK: Final = SecretPart((), b"", b"")


class _Said(Struct, frozen=True, gc=False):
    id: str
    seat: str
    role: Role
    at: int
    by: str
    faces: Literal["table"] | None = None


_raws: Final = msgspec.json.Decoder(list[msgspec.Raw]).decode
_form: Final = msgspec.json.Decoder(dict[str, Any]).decode


class QuickRead(Struct, frozen=True):
    """A commit that contains a whole decision: its intent, its draws, and its events as recorded."""

    intent: Intent
    draws: Sequence[RecordedDraw]
    events: msgspec.Raw


def read_quickly(reader: LogReader[Any], public: bytes, opened: OpenedParts) -> QuickRead:
    """Read a commit that is a whole decision.

    Refuses: LookupError (this reader cannot open a field of the command), msgspec.MsgspecError
    """
    hides_draws = False
    if opened:
        hides_draws = public.find(SEALED, 0, public.find(EVENTS)) > 0
        start = public.rfind(INTENT)
        if public.find(SEALED, start) > 0:
            public = public[:start] + PLACEHOLDER.sub(lambda found: _part(opened, int(found[1])), public[start:])
    decode_open, decode_raw = _decoders_of(reader)
    read = decode_raw(public) if hides_draws else decode_open(public)
    draws = open_raw_draws(read.draws, opened) if hides_draws else [(None, draw) for draw in read.draws]
    said = read.intent
    faces = entered_faces(draws) if said.faces else None
    intent = Intent(
        id=said.id, seat=said.seat, role=said.role, at=said.at, by=said.by, command=said.command, faces=faces
    )  # fmt: skip
    return QuickRead(intent, draws, read.events)


def _part(opened: OpenedParts, number: int) -> bytes:
    """Return a secret part of a commit. Refuses: LookupError (this reader cannot open it)."""
    data = opened[number]
    if data is None:
        raise LookupError("a field of the command is closed to this reader")
    return data


def opening_in(read: QuickRead) -> dict[str, Any]:
    """Return the first recorded event of a commit as a JSON object."""
    return _form(_raws(read.events)[0])


def seed_in(read: QuickRead, opened: OpenedParts) -> bytes:
    """Return the new seed of a commit. Refuses: LookupError (the commit has none, or this reader cannot open it)."""
    for raw in _raws(read.events):
        if SEED_COMMITTED in bytes(raw):
            form = _form(raw)
            if form["type"] == SeedCommitted.__name__ and (data := opened[form["seed"]["sealed"]]) is not None:
                return bytes.fromhex(msgspec.json.decode(data, type=str))
    raise LookupError("the seed is closed to this reader")


class _Unsalted(RecordWriter):
    """A record writer that adds no salts, so that equal events give equal secret parts."""

    def seal(self, audience: Audience, value: Any) -> dict[str, Any]:  # noqa: ANN401 any value may be a secret
        """Store a value as a secret part without a salt."""
        self.parts.append(SecretPart(audience, b"", canonical(value)))
        return {"audience": audience, "sealed": len(self.parts) - 1}


def are_recorded(events: Sequence[Event], read: QuickRead, opened: OpenedParts) -> bool:
    """Whether a record contains exactly these events, with the same values in their secret parts."""
    recorded = bytes(read.events)
    if SEALED not in recorded:
        return canonical(events) == recorded
    writer = _Unsalted(b"", 0)
    writer.parts += [BLANK] * (len(opened) - recorded.count(SEALED))  # the parts of the intent and the draws come first
    first = len(writer.parts)
    forms = [writer.event(event) for event in events]
    return canonical(forms) == recorded and [part.data for part in writer.parts[first:]] == list(opened[first:])


@lru_cache(maxsize=64)
def _decoders_of(reader: LogReader[Any]) -> tuple[Callable[[bytes], Any], Callable[[bytes], Any]]:
    """Return two decoders of a record with a typed intent: one with typed draws, one with draws as bytes."""
    said = msgspec.defstruct(
        "SaidOnce", [("command", reader.commands)], bases=(_Said,), kw_only=True, frozen=True, gc=False
    )
    return _decoder(tuple[Draw, ...], said), _decoder(tuple[msgspec.Raw, ...], said)


def _decoder(draws: Any, said: type[Struct]) -> Callable[[bytes], Any]:  # noqa: ANN401 a declared type
    fields = [("draws", draws), ("events", msgspec.Raw), ("intent", said)]
    return msgspec.json.Decoder(msgspec.defstruct("ReadOnce", fields, frozen=True, gc=False)).decode
