"""An archived stream as a file: a line for each commit, as in an export, and beside it what an export leaves out.

    {"head": …, "parts": [{"digest": …} …], "public": {…}, "request": …, "sealed": …}

`head`, `parts` and `public` are what whoever may see nothing secret is given in an export. `sealed` is what the store
has of the secret parts, which opens with the key file alone; `request` names the idempotency record of the commit's
ask. Both are left out where there is none, so that such a line is a line of an export.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from shared.kernel.messages import Hex32, canonical
from shared.kernel.record import Record, SecretPart, ShownPart, export_line

RawEntry: TypeAlias = list[Any]
"""A commit as the store has it: its id, and a list of names and values: p, h, s and i (see `keys`)."""
OpenParts: TypeAlias = Callable[[str, int, bytes], tuple[SecretPart, ...]]
"""Opens what is sealed of a commit: of this stream, at this version."""


class ArchiveStub(Struct, frozen=True, kw_only=True):
    """What the store keeps of the file of an archived stream, and of what stands in its first commit.

    Units: bytes; at in milliseconds UTC, when the stream was opened
    """

    bytes: int
    sha256: Hex32
    commits: int
    tenant: str
    at: int


class ArchiveLine(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A commit in the file of an archived stream."""

    head: Hex32
    parts: tuple[ShownPart, ...]
    public: msgspec.Raw
    request: str = ""
    sealed: bytes = b""


class _Place(Struct, frozen=True):
    stream: str
    version: int


_line: Final = msgspec.json.Decoder(ArchiveLine).decode
_place: Final = msgspec.json.Decoder(_Place).decode
_stub: Final = msgspec.json.Decoder(ArchiveStub).decode


def stub_bytes(stub: ArchiveStub) -> bytes:
    """Write a stub as the store keeps it."""
    return canonical(stub)


def stub_in(raw: bytes | None) -> ArchiveStub | None:
    """Read what the store keeps of a file; None where it keeps nothing."""
    return None if raw is None else _stub(raw)


def version_of(entry: RawEntry) -> int:
    """Return the version after a commit of the store."""
    return int(entry[0].partition(b"-")[0])


def size_of(entry: RawEntry) -> int:
    """Return what counts of a commit where bytes are counted: its public bytes and what is sealed."""
    fields = entry[1]
    return len(fields[1]) + (len(fields[5]) if fields[4:5] == [b"s"] else 0)


def line_of(stream: str, entry: RawEntry, open_parts: OpenParts) -> bytes:
    """Write a commit of the store as a line.

    Refuses: ValueError, LookupError where what is sealed does not open
    """
    fields = dict(zip(entry[1][::2], entry[1][1::2], strict=True))
    sealed = fields.get(b"s", b"")
    parts = open_parts(stream, version_of(entry), sealed) if sealed else ()
    line = ArchiveLine(
        head=fields[b"h"].hex(), parts=tuple(ShownPart(digest=part.digest.hex()) for part in parts),
        public=msgspec.Raw(fields[b"p"]), request=fields.get(b"i", b"").decode(), sealed=sealed,
    )  # fmt: skip
    return canonical(line) + b"\n"


def entry_in(line: bytes) -> RawEntry:
    """Read a line as the commit of the store that was written so.

    Refuses: msgspec.MsgspecError, ValueError
    """
    read = _line(line)
    public = bytes(read.public)
    fields = [b"p", public, b"h", bytes.fromhex(read.head)]
    if read.sealed:
        fields += [b"s", read.sealed]
    if read.request:
        fields += [b"i", read.request.encode()]
    return [b"%d-0" % _place(public).version, fields]


def version_in(line: bytes) -> int:
    """Return the version after the commit of a line.

    Refuses: msgspec.MsgspecError
    """
    return _place(_line(line).public).version


# ---------------------------------------------------------------- as an export


def export_in(line: bytes, open_parts: OpenParts | None = None) -> bytes:
    """Return a line as a line of an export: with its secret parts where something opens them, else with their digests.

    What is no line of an archive in its canonical form is returned as it is: it is judged as what it says it is.
    Refuses: ValueError, LookupError where what is sealed does not open
    """
    try:
        read = _line(line)
        place = _place(read.public)
    except (msgspec.MsgspecError, RecursionError):
        return line
    if canonical(read) != line:
        return line
    public, sealed = bytes(read.public), read.sealed
    if open_parts is None or not sealed:
        return canonical(ArchiveLine(head=read.head, parts=read.parts, public=read.public))
    record = Record(public, open_parts(place.stream, place.version, sealed))
    return export_line(record, bytes.fromhex(read.head), None, opened=True)


def exports_in(lines: Sequence[bytes], open_parts: OpenParts | None = None) -> list[bytes]:
    """Return the lines of an export: those of an archive as lines of one, all others as they are.

    Refuses: ValueError, LookupError where what is sealed does not open
    """
    return [export_in(line, open_parts) for line in lines]
