"""The quick way to decide a recorded command again: it decodes each part of the commit once, by its type.

This way can only show that a command has the same outcome. If it fails, the slow way (`deciding`) finds the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from shared.kernel.chance import Draw, RecordedDraw
from shared.kernel.context import Intent
from shared.kernel.decided import entered_faces
from shared.kernel.messages import Audience, Command, Event, Role, canonical
from shared.kernel.record import RecordWriter, SecretPart
from shared.kernel.replay import LogReader, OpenedParts, open_command
from shared.kernel.stream import SeedCommitted
from shared.kernel.tracking import open_raw_draws

SEALED: Final = b'"sealed":'
"""The bytes before a secret part's index. A text cannot contain them, because its quotes are escaped."""
EVENTS: Final = b'"events":'
"""The bytes before the events of a commit. The events come after the draws."""
ENTERED: Final = b'"faces":"table"'
"""The bytes that occur in the intent of a commit whose faces came from a real table."""
BLANK: Final = SecretPart((), b"", b"")


class _Said(Struct, frozen=True, gc=False):
    id: str
    seat: str
    role: Role
    at: int
    by: str


class _SaidForm(_Said, frozen=True, gc=False):
    command: msgspec.Raw


class _Read(Struct, frozen=True, gc=False):
    draws: tuple[msgspec.Raw, ...]
    events: msgspec.Raw
    intent: _SaidForm


_read: Final = msgspec.json.Decoder(_Read).decode
_forms: Final = msgspec.json.Decoder(list[dict[str, Any]]).decode
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
    if ENTERED not in public and (not opened or SEALED not in public[: public.find(EVENTS)]):
        whole = _read_whole(reader, public, opened)
        if whole is not None:
            draws = [(None, draw) for draw in whole.draws]
            return QuickRead(_intent_of(whole.intent, whole.intent.command), draws, whole.events)
    read = _read(public)
    command, taken = bytes(read.intent.command), open_raw_draws(read.draws, opened)
    if SEALED in command:
        command = msgspec.json.encode(open_command(_form(command), opened))
    entered = entered_faces(taken) if ENTERED in public else None
    return QuickRead(_intent_of(read.intent, reader.command_in(command), entered), taken, read.events)


def _read_whole(reader: LogReader[Any], public: bytes, opened: OpenedParts) -> Any:  # noqa: ANN401 of the type below
    """Read a commit in one step; return None if its command has a secret part, because such a command takes more steps.

    Refuses: msgspec.MsgspecError
    """
    if not opened:
        return _whole_of(reader)(public)
    try:
        whole = _whole_of(reader)(public)
    except msgspec.ValidationError:
        return None
    return whole if bytes(whole.events).count(SEALED) == len(opened) else None


def _intent_of(said: _Said, command: Command, faces: tuple[int, ...] | None = None) -> Intent:
    return Intent(id=said.id, seat=said.seat, role=said.role, at=said.at, by=said.by, command=command, faces=faces)


def forms_in(read: QuickRead) -> list[dict[str, Any]]:
    """Return the recorded events of a commit as JSON objects."""
    return _forms(read.events)


def seed_in(forms: Sequence[Mapping[str, Any]], opened: OpenedParts) -> bytes:
    """Return the new seed of a commit with these events. Refuses: LookupError (this reader cannot open the seed)."""
    for form in forms:
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
    if not opened:
        return canonical(events) == bytes(read.events)
    recorded, writer = bytes(read.events), _Unsalted(b"", 0)
    writer.parts += [BLANK] * (len(opened) - recorded.count(SEALED))  # the parts of the intent and the draws come first
    first = len(writer.parts)
    forms = [writer.event(event) for event in events]
    return canonical(forms) == recorded and [part.data for part in writer.parts[first:]] == list(opened[first:])


@lru_cache(maxsize=64)
def _whole_of(reader: LogReader[Any]) -> Callable[[bytes], Any]:
    """Return the decoder of a record without secret parts: its typed intent and draws, and its events as bytes."""
    said = msgspec.defstruct("SaidOnce", [("command", reader.commands)], bases=(_Said,), frozen=True, gc=False)
    read = msgspec.defstruct(
        "ReadOnce", [("draws", tuple[Draw, ...]), ("events", msgspec.Raw), ("intent", said)], frozen=True, gc=False
    )
    return msgspec.json.Decoder(read).decode
